extension Rule {
  /// Rules for public documentation.
  static let documentation: [Rule] = [
    Rule(
      "A public declaration of a library is documented",
      in: .folders(["Sources/HTTPModel", "Sources/Networking", "Sources/NetworkingFoundation"]), allowsReason: false,
      bad: [
        "public struct A {}", "/// For this.\npublic struct A {\n  public var b: Int\n}", "// Why.\npublic func a() {}",
        "/// One.\npublic let a = 1\npublic let b = 2", "extension A {\n  @discardableResult\n  public func b() {}\n}",
        "/// For this.\npublic enum A {\n  case b\n}", "/// For this.\npublic enum A {\n  /// Both.\n  case b, c\n}",
        "/// For this.\npublic protocol A {\n  func b()\n}",
        "/// For this.\nclass A {\n  public private(set) var b = 1\n}",
        "/// For this.\npublic protocol A {\n  /// This.\n  var b: Int { get }\n  init(c: Int)\n}",
        "/// For this.\npublic struct A {\n  public init(from text: String) {}\n}",
      ],
      good: [
        "/// For this.\n@MainActor\npublic struct A {\n  var b: Int\n  package var c: Int\n}",
        "/// For this.\npublic enum A {\n  /// This.\n  case b(Int, Int)\n  var c: Int { switch self { case .b: 1 } }\n}",
        "/// For this.\npublic protocol A {\n  /// This.\n  func b()\n}", "enum A {\n  case b, c\n}",
        "/// For this.\npublic struct A: Hashable {\n  public static func == (a: A, b: A) -> Bool { true }\n}",
        "extension A {\n  public init(from decoder: any Decoder) throws {}\n}", "public import A",
        "let a = \"public let b\"",
      ]
    ) { PublicInterface.undocumented(in: $0) }
  ]
}

/// Finds public declarations without a comment of their own. Cases of public enums and requirements of public protocols
/// are public, too.
private struct PublicInterface {
  private enum Scope {
    case cases, requirements, other
  }

  private static let keywords: Set<String> = [
    "struct", "enum", "class", "actor", "protocol", "func", "var", "let", "init", "subscript", "typealias",
  ]
  private static let modifiers: Set<String> = [
    "static", "final", "indirect", "nonisolated", "mutating", "convenience", "required", "private", "package",
    "internal", "set", "borrowing", "consuming", "weak", "lazy", "prefix", "postfix",
  ]
  private static let requirements: Set<String> = ["func", "var", "init", "subscript", "associatedtype"]
  /// Requirements of standard library protocols, which inherit their documentation.
  private static let inherited: Set<String> = ["hash", "description", "makeAsyncIterator", "Element", "Failure"]
  private static let literals: Set<String> = ["stringLiteral", "arrayLiteral", "dictionaryLiteral"]

  private let file: SourceFile
  private let code: [Token]
  private var scopes: [Scope] = []
  private var next = Scope.other
  private var lines: [Int] = []

  static func undocumented(in file: SourceFile) -> [Int] {
    var walk = Self(file)
    for index in walk.code.indices { walk.read(index) }
    return walk.lines
  }

  private init(_ file: SourceFile) {
    self.file = file
    code = file.code
  }

  private mutating func read(_ index: Int) {
    let token = code[index]
    if token.isSymbol("{") {
      scopes.append(next)
      next = .other
    } else if token.isSymbol("}") {
      _ = scopes.popLast()
    } else if token.isWord("public") {
      readDeclaration(index)
    } else if token.kind == .word, code.at(index - 1)?.isSymbol(".") != true {
      readMember(index)
    }
  }

  private mutating func readDeclaration(_ index: Int) {
    var place = index + 1
    while let token = code.at(place), ["(", ")"].contains(token.text) || Self.modifiers.contains(token.text) {
      place += 1
    }
    guard let keyword = code.at(place), Self.keywords.contains(keyword.text) else { return }
    if keyword.isWord("enum") { next = .cases }
    if keyword.isWord("protocol") { next = .requirements }
    if !isInherited(place) { check(code[index].line) }
  }

  private mutating func readMember(_ index: Int) {
    switch scopes.last {
    case .cases where code[index].isWord("case"):
      // A comment above several cases belongs to the first only.
      if isSeveral(index) { lines.append(code[index].line) } else { check(code[index].line) }
    case .requirements where Self.requirements.contains(code[index].text): check(code[index].line)
    default: break
    }
  }

  private mutating func check(_ line: Int) {
    if !file.isDocumented(line: line) { lines.append(line) }
  }

  /// Returns whether the declaration at a keyword only satisfies a standard library protocol.
  private func isInherited(_ keyword: Int) -> Bool {
    guard let name = code.at(keyword + 1) else { return false }
    let label = code.at(keyword + 2)?.text
    switch code[keyword].text {
    case "init" where label == "from": return code.at(keyword + 3)?.text == "decoder"
    case "init": return Self.literals.contains(label ?? "")
    case "func" where name.isWord("encode"): return code.at(keyword + 3)?.isWord("to") == true
    case "func" where name.kind == .symbol: return true
    default: return Self.inherited.contains(name.text)
    }
  }

  private func isSeveral(_ index: Int) -> Bool {
    var place = index + 2
    if code.at(place)?.isSymbol("(") == true {
      var depth = 0
      repeat {
        if code.at(place)?.isSymbol("(") == true { depth += 1 }
        if code.at(place)?.isSymbol(")") == true { depth -= 1 }
        place += 1
      } while depth > 0 && place < code.count
    }
    if code.at(place)?.isSymbol("=") == true { place += 2 }
    return code.at(place)?.isSymbol(",") == true
  }
}
