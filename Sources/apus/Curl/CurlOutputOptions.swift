/// What a curl command line says about its output, in the options of `send`.
enum CurlOutputOptions {
  /// Letters of curl that take a value: what follows one in its cluster, or the next word, is no option.
  private static let valued = Set("AbcCdDeEFhHKmoPQrtTuUwxXyYz")
  private static let names = [
    "--include": "--include", "--show-headers": "--include", "--verbose": "--verbose", "--fail": "--fail",
    "--fail-with-body": "--fail",
  ]

  /// - Returns: the arguments that give a `PrintOptions` the same meaning.
  static func arguments(of curl: [String]) -> [String] {
    var found: [String] = []
    var rest = curl[...]
    while let word = rest.popFirst(), word != "--" {
      if word == "--output", let path = rest.popFirst() {
        found += ["--output", path]
      } else if let name = names[word] {
        found.append(name)
      } else if word.hasPrefix("-"), !word.hasPrefix("--") {
        read(word, &rest, into: &found)
      }
    }
    return found
  }

  private static func read(_ word: String, _ rest: inout ArraySlice<String>, into found: inout [String]) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      switch letter {
      case "i": found.append("--include")
      case "v": found.append("--verbose")
      case "f": found.append("--fail")
      default: break
      }
      guard valued.contains(letter) else { continue }
      let value = letters.isEmpty ? rest.popFirst() : String(letters)
      if letter == "o", let value { found += ["--output", value] }
      return
    }
  }
}
