public import Basics

/// JSON built by hand, part of this library's interface.
public typealias JSONValue = Basics.JSONValue
