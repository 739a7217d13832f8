extension JSONPathParser {
  typealias Syntax = JSONPathSyntax

  mutating func condition() throws(JSONPathFault) -> Syntax.Condition {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.deepest else { throw fault("the expression is nested too deeply") }
    var parts = [try conjunction()]
    while takeOperator("||") { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction() throws(JSONPathFault) -> Syntax.Condition {
    var parts = [try basic()]
    while takeOperator("&&") { parts.append(try basic()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func takeOperator(_ text: String) -> Bool {
    let back = i
    space()
    guard take(text) else {
      i = back
      return false
    }
    space()
    return true
  }

  private mutating func basic() throws(JSONPathFault) -> Syntax.Condition {
    if next == "!" {
      i += 1
      space()
      return .not(try next == "(" ? parenthesis() : test())
    }
    if next == "(" { return try parenthesis() }
    let start = i
    let left = try operand()
    let back = i
    space()
    guard let comparison = comparison() else {
      i = back
      return try asTest(left, at: start)
    }
    try checkComparable(left, at: start)
    space()
    let rightStart = i
    let right = try operand()
    try checkComparable(right, at: rightStart)
    return .compare(left, comparison, right)
  }

  private mutating func parenthesis() throws(JSONPathFault) -> Syntax.Condition {
    i += 1
    space()
    let inner = try condition()
    space()
    guard take(")") else { throw fault("expected )") }
    return inner
  }

  private mutating func test() throws(JSONPathFault) -> Syntax.Condition {
    let start = i
    return try asTest(try operand(), at: start)
  }

  private func asTest(_ operand: Syntax.Operand, at start: Int) throws(JSONPathFault) -> Syntax.Condition {
    switch operand {
    case .query(let query): return .exists(query)
    case .function(let function) where function.isLogical: return .function(function)
    case .function: throw JSONPathFault(position: start, reason: "the function's result must be compared")
    case .literal: throw JSONPathFault(position: start, reason: "a literal must be compared with something")
    }
  }

  private func checkComparable(_ operand: Syntax.Operand, at start: Int) throws(JSONPathFault) {
    switch operand {
    case .literal: return
    case .query(let query) where query.isSingular: return
    case .query:
      throw JSONPathFault(position: start, reason: "a path that may select several values cannot be compared")
    case .function(let function) where !function.isLogical: return
    case .function: throw JSONPathFault(position: start, reason: "the function's result cannot be compared")
    }
  }

  private mutating func comparison() -> Syntax.Comparison? {
    if take("==") { return .equal }
    if take("!=") { return .notEqual }
    if take("<=") { return .lessOrEqual }
    if take(">=") { return .greaterOrEqual }
    if take("<") { return .less }
    if take(">") { return .greater }
    return nil
  }

  mutating func operand() throws(JSONPathFault) -> Syntax.Operand {
    switch next {
    case "'", "\"": return .literal(.string(try string()))
    case "@", "$": return .query(try query())
    default: break
    }
    if let number = try number() { return .literal(number) }
    let word = functionName()
    if !word.isEmpty, next == "(" { return .function(try function(word)) }
    switch word {
    case "true": return .literal(.boolean(true))
    case "false": return .literal(.boolean(false))
    case "null": return .literal(.null)
    default:
      i -= word.unicodeScalars.count
      throw fault("expected @, $, a literal or a function")
    }
  }

  private mutating func query() throws(JSONPathFault) -> Syntax.Query {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.deepest else { throw fault("the expression is nested too deeply") }
    let isRelative = next == "@"
    i += 1
    return Syntax.Query(isRelative: isRelative, segments: try segments())
  }

  private mutating func functionName() -> String {
    var name = ""
    while let c = next, ("a"..."z").contains(c) || (!name.isEmpty && (c == "_" || Self.isDigit(c))) {
      name.unicodeScalars.append(c)
      i += 1
    }
    return name
  }

  private mutating func function(_ name: String) throws(JSONPathFault) -> Syntax.Function {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.deepest else { throw fault("the expression is nested too deeply") }
    let start = i - name.unicodeScalars.count
    i += 1
    switch name {
    case "length":
      let argument = try valueArgument()
      try closeArguments()
      return .length(argument)
    case "count", "value":
      space()
      guard next == "@" || next == "$" else { throw fault("\(name)() takes a path") }
      let argument = try query()
      try closeArguments()
      return name == "count" ? .count(argument) : .value(argument)
    case "match", "search":
      let text = try valueArgument()
      space()
      guard take(",") else { throw fault("expected a comma: \(name)() takes two arguments") }
      let pattern = try valueArgument()
      try closeArguments()
      return name == "match" ? .match(text, pattern) : .search(text, pattern)
    default: throw JSONPathFault(position: start, reason: "there is no function \(name)()")
    }
  }

  /// Parses an argument that must be a single value.
  private mutating func valueArgument() throws(JSONPathFault) -> Syntax.Operand {
    space()
    let start = i
    let argument = try operand()
    try checkComparable(argument, at: start)
    return argument
  }

  private mutating func closeArguments() throws(JSONPathFault) {
    space()
    guard take(")") else { throw fault("expected )") }
  }
}
