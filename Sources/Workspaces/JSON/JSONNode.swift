import Basics

public typealias JSONNode = JSONValue
public typealias JSONNodeError = JSONError
