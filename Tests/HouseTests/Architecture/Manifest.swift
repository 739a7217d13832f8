/// The content of Package.swift, parsed from its tokens.
struct Manifest {
  struct Target: Equatable {
    let kind: String
    let name: String
    let dependencies: Set<String>
    let isStrict: Bool
    /// True if warnings of the C compiler are errors.
    var isStrictC = false
  }

  private(set) var targets: [Target] = []
  /// The package names, the last part of their URLs.
  private(set) var packages: [String] = []

  init(_ file: SourceFile) {
    let code = file.code
    let names = Manifest.namedProducts(in: code)
    let kinds: Set<String> = ["target", "executableTarget", "testTarget", "systemLibrary"]
    for index in code.indices where index > 0 && code[index - 1].isSymbol(".") && code.at(index + 1)?.text == "(" {
      let call = Manifest.bracketed(code, from: index + 1)
      if kinds.contains(code[index].text), let name = Manifest.text(after: "name", in: call) {
        targets.append(
          Target(
            kind: code[index].text, name: name, dependencies: Manifest.dependencies(in: call, names: names),
            isStrict: call.contains { $0.isWord("strict") }, isStrictC: call.contains { $0.isWord("strictC") }))
      } else if code[index].isWord("package"), let address = Manifest.text(after: "url", in: call) {
        packages += address.split(separator: "/").last.map { [String($0)] } ?? []
      }
    }
  }

  /// `let types: Target.Dependency = .product(name: "HTTPTypes", …)` as `types` → `HTTPTypes`.
  private static func namedProducts(in code: [Token]) -> [String: String] {
    var names: [String: String] = [:]
    for index in code.indices where code[index].isWord("let") {
      let declaration = code.dropFirst(index + 1).prefix { !$0.isWord("let") }
      let isProduct = declaration.prefix(8).contains { $0.isWord("product") }
      if isProduct, let name = declaration.first?.text, let product = text(after: "name", in: Array(declaration)) {
        names[name] = product
      }
    }
    return names
  }

  private static func dependencies(in call: [Token], names: [String: String]) -> Set<String> {
    guard let label = call.firstIndex(where: { $0.isWord("dependencies") }) else { return [] }
    let list = bracketed(call, from: label + 2)
    var found: Set<String> = []
    var depth = 0
    for (index, token) in list.enumerated() {
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      if depth == 0, token.kind == .text { found.insert(token.text) }
      if depth == 0, token.kind == .word, let product = names[token.text] { found.insert(product) }
      if token.isWord("product"), let product = text(after: "name", in: Array(list[index...])) { found.insert(product) }
    }
    return found
  }

  /// The tokens between the bracket at `start` and the one that closes it.
  private static func bracketed(_ code: [Token], from start: Int) -> [Token] {
    var depth = 0
    var inside: [Token] = []
    for token in code.dropFirst(start) {
      if token.isSymbol("(") || token.isSymbol("[") { depth += 1 }
      if token.isSymbol(")") || token.isSymbol("]") { depth -= 1 }
      if depth == 0 { break }
      inside.append(token)
    }
    return Array(inside.dropFirst())
  }

  private static func text(after label: String, in code: [Token]) -> String? {
    guard let index = code.firstIndex(where: { $0.isWord(label) }), code.at(index + 2)?.kind == .text else {
      return nil
    }
    return code[index + 2].text
  }
}
