extension Rule {
  /// Terminal output passes the filter of `Output` or of the screen's device.
  static let printing: [Rule] = [
    .init(
      "There is one way to the terminal", in: .sources, allowsReason: false,
      bad: [
        "print(1)", "debugPrint(a)", "dump(a)", "fputs(a, b)", "putchar(7)", "perror(a)", "FileHandle.standardError",
        "write(1, a, n)", "Glibc.write(2, a, n)", "let a = STDOUT_FILENO", "vfprintf(stderr, a, b)",
      ],
      good: [
        "printer.print(1)", "func print(_ a: Int)", "let print = 1", "write(descriptor, a, n)", "a.write(1)",
        "write(1, bits: 2)",
      ]
    ) { file in
      // The output of apus-demo goes to apus.
      guard !["TerminalNCurses", "apus-demo"].contains(file.target), file.path != "Sources/apus/Output/Output.swift"
      else { return [] }
      let code = file.code
      return code.indices.filter { printsByItself(code, $0) }.map { code[$0].line }
    },
    .init(
      "Bytes are written raw for a reason", in: .sources, bad: ["try output.write(raw: bytes)"],
      good: ["try output.write(text)", "// The file is to hold them.\ntry output.write(raw: bytes)"]
    ) { file in
      guard !file.path.hasPrefix("Sources/apus/Output/") else { return [] }
      let code = file.code
      return code.indices.filter { index in
        code[index].isWord("write") && code.at(index + 1)?.isSymbol("(") == true
          && code.at(index + 2)?.isWord("raw") == true
      }
      .map { code[$0].line }
    },
  ]

  private static func printsByItself(_ code: [Token], _ index: Int) -> Bool {
    let token = code[index]
    guard token.kind == .word else { return false }
    let before = code.at(index - 1)
    let isCall = code.at(index + 1)?.isSymbol("(") == true && before?.isWord("func") != true
    switch token.text {
    case "STDOUT_FILENO", "STDERR_FILENO", "stdout", "stderr", "FileHandle": return true
    case "print", "debugPrint", "dump": return isCall && before?.isSymbol(".") != true
    case "fputs", "puts", "putchar", "putc", "fputc", "fwrite", "fprintf", "vprintf", "vfprintf", "perror":
      return isCall
    case "write":
      // The C function has no labels.
      return isCall && ["1", "2"].contains(code.at(index + 2)?.text) && code.at(index + 3)?.isSymbol(",") == true
        && code.at(index + 5)?.isSymbol(":") != true
    default: return false
    }
  }
}
