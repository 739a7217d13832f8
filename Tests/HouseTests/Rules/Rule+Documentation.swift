extension Rule {
  /// The documentation of the libraries, which is what their users have.
  static let documentation: [Rule] = [
    Rule(
      "A public declaration of a library is documented",
      in: .folders(["Sources/HTTPModel", "Sources/Networking", "Sources/NetworkingFoundation"]), allowsReason: false,
      bad: [
        "public struct A {}", "/// For this.\npublic struct A {\n  public var b: Int\n}", "// Why.\npublic func a() {}",
        "/// One.\npublic let a = 1\npublic let b = 2", "extension A {\n  @discardableResult\n  public func b() {}\n}",
        "/// For this.\npublic struct A {\n  public init(from text: String) {}\n}",
      ],
      good: [
        "/// For this.\n@MainActor\npublic struct A {\n  var b: Int\n}", "public import A", "public extension A {}",
        "/// For this.\n// Reason.\npublic struct A {\n  public static func == (a: A, b: A) -> Bool { true }\n}",
        "extension A {\n  public init(from decoder: any Decoder) throws {}\n}",
        "let a = \"\"\"\n  public let b\n  \"\"\"",
      ]
    ) { file in
      let code = file.code
      return code.indices.filter { index in
        code[index].isWord("public") && !file.isDocumented(line: code[index].line)
          && !isInherited(code[index...].prefix { $0.line == code[index].line }.dropFirst().map(\.text))
      }
      .map { code[$0].line }
    }
  ]

  /// Returns whether a declaration needs no documentation: it inherits that of the standard library, or it is an
  /// import or extension.
  private static func isInherited(_ words: [String]) -> Bool {
    let declaration = words.joined(separator: " ")
    return [
      "import", "extension", "static func = =", "func hash (", "func encode ( to", "func makeAsyncIterator",
      "init ( from decoder", "init ( stringLiteral", "init ( arrayLiteral", "init ( dictionaryLiteral",
      "var description :", "typealias Element", "typealias Failure",
    ]
    .contains { declaration.hasPrefix($0) }
  }
}

extension SourceFile {
  /// Returns whether there is a doc comment above the declaration on line `number`, possibly with attributes and
  /// reasons in between.
  fileprivate func isDocumented(line number: Int) -> Bool {
    for line in lines.prefix(number - 1).reversed() {
      let text = line.drop { $0 == " " }
      if text.hasPrefix("///") { return true }
      if !(text.hasPrefix("@") || text.hasPrefix("//")) { return false }
    }
    return false
  }
}
