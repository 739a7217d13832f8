import Basics

/// JSON put together by hand, part of this library's interface.
public typealias JSONValue = Basics.JSONValue
