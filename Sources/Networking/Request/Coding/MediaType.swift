public import Basics

/// A media type as a header names it, part of this library's interface.
public typealias MediaType = Basics.MediaType
