import Basics
import Workspaces

/// curl's own variables: `--variable NAME=VALUE`, and the result of `--expand-…` for `{{NAME}}` (curl 8.3 and later).
///
/// A variable is kept where a saved request can hold one; elsewhere it is replaced by its value.
struct CurlVariables {
  /// The values with our variables, by name.
  private var values: [String: String] = [:]
  /// Those that were kept as variables in expanded texts.
  private(set) var used: [String: String] = [:]
  /// The names of shell variables on the command line.
  private let taken: Set<String>

  /// Stands for two literal braces in the user's text.
  private static let open = "{{\(TemplateBraces.name)}}"
  private static let longestRow = 4_096

  init(besides texts: [String]) {
    taken = ShellVariables.names(in: texts)
  }

  /// `NAME=VALUE`, `NAME@FILE`, `%NAME` from the environment, `%NAME=VALUE` with a default.
  mutating func assign(_ argument: CurlArgument, input: CurlInput, notices: inout [ImportNotice]) {
    var text = argument.text[...]
    let isImported = text.utf8.first == UInt8(ascii: "%")
    if isImported { text = text.dropFirst() }
    let end = text.utf8.firstIndex { !Self.isNameByte($0) } ?? text.utf8.endIndex
    let name = String(text[..<end])
    let rest = text[end...]
    guard !name.isEmpty else {
      notices.append(
        ImportNotice(.warning, line: argument.line, "curl skips --variable \(argument.text): it has no name"))
      return
    }
    if isImported, let value = input.environment(name) {
      values[name] = TemplateBraces.escaping(value)
      return
    }
    switch rest.utf8.first {
    case UInt8(ascii: "="): values[name] = String(rest.dropFirst())
    case UInt8(ascii: "@"):
      let path = String(rest.dropFirst())
      if let bytes = input.read(input.content(of: path, isDotInput: false)),
        let content = String(validating: bytes, as: UTF8.self)
      {
        values[name] = TemplateBraces.escaping(content)
      } else {
        keepOpen(name, "what --variable reads from \(path) is not carried over", argument, &notices)
      }
    case nil where isImported: keepOpen(name, "--variable %\(name) is unknown here", argument, &notices)
    default:
      notices.append(
        ImportNotice(.error, line: argument.line, "--variable takes NAME=VALUE or NAME@FILE, not \(argument.text)"))
    }
  }

  /// A variable whose value only the place of execution can provide.
  private mutating func keepOpen(
    _ name: String, _ what: String, _ argument: CurlArgument, _ notices: inout [ImportNotice]
  ) {
    values[name] = "{{\(name)}}"
    notices.append(ImportNotice(.warning, line: argument.line, "\(what): {{\(name)}} is kept"))
  }

  /// The value of `--expand-OPTION`.
  mutating func expanded(
    _ text: String, of option: CurlOption, line: Int, notices: inout [ImportNotice]
  ) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.utf8.range(ofBytes: Self.open) {
      let before = rest[..<start.lowerBound]
      let tail = rest[start.upperBound...]
      if before.utf8.last == UInt8(ascii: "\\") {
        result += before.dropLast() + Self.open
        rest = tail
        continue
      }
      result += before
      guard let end = tail.utf8.range(ofBytes: "}}") else {
        result += Self.open
        rest = tail
        continue
      }
      let inner = tail[..<end.lowerBound]
      rest = tail[end.upperBound...]
      let parts = inner.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map {
        String(Substring($0))
      }
      guard let name = parts.first, !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte) else {
        result += Self.open + inner + "}}"
        continue
      }
      // curl drops unknown variables.
      guard let value = values[name] else { continue }
      let functions = parts.dropFirst()
      if functions.isEmpty, staysVariable(value, behind: result, of: option),
        !taken.contains(name)
      {
        used[name] = value
        result += "{{\(name)}}"
      } else {
        result += Self.applied(functions, to: value, line: line, notices: &notices)
      }
    }
    return result + rest
  }

  /// Whether a saved request resolves variables at this place, and to the value that curl would use.
  private func staysVariable(_ value: String, behind text: String, of option: CurlOption) -> Bool {
    guard value.utf8.count <= Self.longestRow, let first = value.utf8.first, !"@<".utf8.contains(first) else {
      return false
    }
    switch option.name {
    case "url":
      return text.utf8.holds("://")
        && value.utf8.allSatisfy { Self.isNameByte($0) || "-.~".utf8.contains($0) }
    case "header": return text.utf8.contains(UInt8(ascii: ":"))
    case "user": return !value.utf8.contains(UInt8(ascii: ":"))
    case "data", "data-ascii", "data-raw", "data-binary", "json": return true
    default: return false
    }
  }

  private static func applied(
    _ functions: ArraySlice<String>, to value: String, line: Int, notices: inout [ImportNotice]
  ) -> String {
    guard !functions.isEmpty else { return value }
    let names = functions.joined(separator: ":")
    let pieces = TemplateBraces.unescaping(value)
    guard let plain = pieces, let bytes = CurlVariableFunction.apply(functions, to: Array(plain.utf8)),
      let text = String(validating: bytes, as: UTF8.self)
    else {
      notices.append(
        ImportNotice(.warning, line: line, "the functions \(names) of curl's variables are not carried over"))
      return value
    }
    return TemplateBraces.escaping(text)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_")
  }
}

/// The functions after a variable's name: `{{NAME:trim:url}}`.
enum CurlVariableFunction: String {
  case trim, json, url, b64
  case decode = "64dec"

  /// `nil` if one of them is unknown or fails.
  static func apply(_ names: ArraySlice<String>, to bytes: [UInt8]) -> [UInt8]? {
    var bytes = bytes
    for name in names {
      guard let function = CurlVariableFunction(rawValue: name), let made = function.apply(to: bytes) else {
        return nil
      }
      bytes = made
    }
    return bytes
  }

  private func apply(to bytes: [UInt8]) -> [UInt8]? {
    switch self {
    case .trim:
      return Array(bytes.trimming(while: \.isASCIIWhitespace))
    case .json:
      var escaped: [UInt8] = []
      JSONString.escape(bytes, into: &escaped)
      return escaped
    case .url: return bytes.flatMap(Self.url)
    case .b64: return Base64.encodedBytes(bytes)
    case .decode: return Base64.decodeLeniently(bytes, [.standard])
    }
  }

  private static func url(_ byte: UInt8) -> [UInt8] {
    if ASCIISet.unreserved.contains(byte) { return [byte] }
    var escape: [UInt8] = []
    PercentEncoding.append(byte, to: &escape)
    return escape
  }
}
