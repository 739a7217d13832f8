extension Rule {
  private static let declarations: Set<String> = ["struct", "class", "enum", "actor", "protocol", "typealias"]
  private static let emptyNames: Set<String> = [
    "Util", "Utils", "Utility", "Utilities", "Helper", "Helpers", "Manager", "Core", "Common",
  ]

  /// Rules for names of files and types, comments and tests.
  static let words: [Rule] = [
    Rule(
      "A name says what the thing is", in: .everywhere, allowsReason: false,
      bad: ["struct URLHelper {}", "enum Utils {}", "final class SessionManager {}", "enum NetworkingCore {}"],
      good: ["struct Score {}", "import NIOCore", "let manager = 1", "struct YAMLCoreSchema {}"]
    ) { file in
      let code = file.code
      let types = code.indices.dropFirst().filter { index in
        code[index].kind == .word && code[index - 1].kind == .word && declarations.contains(code[index - 1].text)
          && hasEmptyName(code[index].text)
      }
      let path = (file.folders + [file.name.prefix { $0 != "." }]).contains { hasEmptyName($0) }
      return types.map { code[$0].line } + (path ? [1] : [])
    },
    Rule(
      "Nothing is left to do in a comment", in: .everywhere, allowsReason: false,
      bad: ["// TODO: later", "/* FIXME */", "let a = 1  // XXX why"], good: ["// A to-do list", "\"TODO\""]
    ) { file in
      file.comments.filter { comment in
        comment.text.split { !$0.isLetter }.contains { ["TODO", "FIXME", "XXX", "HACK"].contains($0) }
      }
      .map(\.line)
    },
    Rule(
      "No header with author or date", in: .everywhere, allowsReason: false,
      bad: ["//  A.swift\n//  Created by me.\n", "// Copyright 2026\nimport A"],
      good: ["/// A user created by hand.\nstruct A {}", "import A\n// Copyright notices are kept as they are."]
    ) { file in
      file.tokens.prefix { $0.kind == .comment && !$0.text.hasPrefix("///") }.filter { comment in
        let text = comment.text.lowercased()
        return ["created by", "copyright", "author", "all rights"].contains { text.contains($0) }
      }
      .map(\.line)
    },
    Rule(
      "A type says what it is for", in: .sources, allowsReason: false,
      bad: ["struct A {}", "@MainActor\nfinal class A {}", "// Not a doc comment.\nenum A {}"],
      good: [
        "/// For this.\nstruct A {}", "/// For this.\n@MainActor\nfinal class A {}", "extension A {\n  enum B {}\n}",
      ]
    ) { file in
      let code = file.code
      return code.indicesOutsideBraces.filter { index in
        declarations.subtracting(["typealias"]).contains(code[index].text) && code[index].kind == .word
          && code.at(index + 1)?.kind == .word && code.at(index - 1)?.isWord("import") != true
          && !file.isDocumented(line: code[index].line)
      }
      .map { code[$0].line }
    },
    Rule(
      "A test's name is a sentence", in: .everywhere, allowsReason: false,
      bad: [
        "@Test func a() {}", "@Test(\"works\") func a() {}", "@Test(\"it parses all urls\") func a() {}",
        "@Test func `works`() {}", "@Test(arguments: [1]) func a(b: Int) {}",
      ],
      good: [
        "@Test(\"An empty body is sent as none\") func a() {}", "@Test(\n  \"A b c\", arguments: [1])\nfunc a() {}",
        "@Test func `An empty body is sent as none.`() {}", "@Test(arguments: [1]) func `A b c.`(d: Int) {}",
      ]
    ) { file in
      file.names(of: "Test").filter { name in
        name.text.split(separator: " ").count < 3 || name.text.first?.isLowercase == true
      }
      .map(\.line)
    },
  ]

  /// Returns whether the last word of a camel-case name is meaningless, as in `StringUtils`.
  static func hasEmptyName(_ name: some StringProtocol) -> Bool {
    let lastWord = name.lastIndex { $0.isUppercase || !$0.isLetter } ?? name.startIndex
    return emptyNames.contains(String(name[lastWord...]))
  }
}

extension SourceFile {
  /// Returns whether there is a doc comment above the declaration on line `number`, possibly with attributes and
  /// reasons in between.
  func isDocumented(line number: Int) -> Bool {
    for line in lines.prefix(number - 1).reversed() {
      let text = line.drop { $0 == " " }
      if text.hasPrefix("///") { return true }
      if !(text.hasPrefix("@") || text.hasPrefix("//")) { return false }
    }
    return false
  }
}
