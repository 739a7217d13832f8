import Basics
import HTTPModel
import Workspaces

/// One argument of a curl command line and its line number.
struct CurlArgument: Hashable, Sendable {
  var text: String
  var line = 1
}

/// Splits the arguments of curl into operations: long options and their abbreviations, clustered letters with attached
/// values, `--no-NAME`, `--` and `--next`.
struct CurlArguments {
  private(set) var operations: [CurlOperation] = [CurlOperation()]
  private(set) var notices: [Notice] = []
  private let table = CurlOptionTable.standard
  private var rest: ArraySlice<CurlArgument>

  init(_ arguments: [CurlArgument]) {
    rest = arguments[...]
    var takesOptions = true
    while let argument = rest.popFirst() {
      if takesOptions, argument.text == "--" {
        takesOptions = false
      } else if takesOptions, argument.text.hasPrefix("--") {
        readLong(argument)
      } else if takesOptions, argument.text.hasPrefix("-"), argument.text.utf8.count > 1 {
        readCluster(argument)
      } else {
        operations[operations.count - 1].urls.append(argument)
      }
    }
    // An operation after `--next` must have a URL.
    if operations.count == 1 { operations.removeAll { $0.urls.isEmpty && $0.settings.isEmpty } }
  }

  private mutating func readLong(_ argument: CurlArgument) {
    let name = String(argument.text.dropFirst(2))
    switch table.option(named: name) {
    case .found(let option, let isOn):
      let value = option.takesValue ? takeValue(of: "--" + option.name, argument.line) : ""
      apply(option, isOn: isOn, value: value, argument)
    case .ambiguous(let names):
      refuse("--\(name) could mean \(names.prefix(4).map { "--" + $0 }.joined(separator: ", "))", argument)
    case .unknown:
      let hint = name.utf8.contains(UInt8(ascii: "=")) ? ": curl expects the value as the next word, not after =" : ""
      refuse("curl has no option --\(name)\(hint)", argument)
    }
  }

  /// `-sSXPOST`: switches up to the first letter with a value, which is the rest or the next word.
  private mutating func readCluster(_ argument: CurlArgument) {
    var letters = argument.text.unicodeScalars.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = table.option(letter: letter) else {
        return refuse("curl has no option -\(letter)", argument)
      }
      guard option.takesValue else {
        apply(option, isOn: true, value: "", argument)
        continue
      }
      let attached = letters.isEmpty ? nil : String(letters)
      return apply(option, isOn: true, value: attached ?? takeValue(of: "-\(letter)", argument.line), argument)
    }
  }

  private mutating func takeValue(of option: String, _ line: Int) -> String? {
    if let value = rest.popFirst() { return value.text }
    refuse("\(option) needs a value but is the last word", CurlArgument(text: option, line: line))
    return nil
  }

  private mutating func apply(_ option: CurlOption, isOn: Bool, value: String?, _ argument: CurlArgument) {
    guard let value else { return }
    if let fault = CurlOptionFault.fault(of: option, isOn: isOn, value: value) { return refuse(fault, argument) }
    let last = operations.count - 1
    switch option.name {
    case "next":
      // Before the first URL, there is no operation to end.
      if !operations[last].urls.isEmpty { operations.append(CurlOperation()) }
    case "url": operations[last].urls.append(CurlArgument(text: value, line: argument.line))
    case "upload-file":
      operations[last].uploads.append(CurlArgument(text: value, line: argument.line))
      fallthrough
    default:
      operations[last].settings.append(
        CurlOperation.Setting(option: option, value: value, isOn: isOn, line: argument.line))
    }
  }

  private mutating func refuse(_ message: String, _ argument: CurlArgument) {
    notices.append(Notice(.error, line: argument.line, message))
  }
}

/// The options of one transfer, in the given order; `--next` starts another.
struct CurlOperation: Sendable {
  struct Setting: Hashable, Sendable {
    var option: CurlOption
    /// The value; empty for a switch.
    var value: String
    /// `false` for `--no-NAME`.
    var isOn: Bool
    var line: Int
  }

  var settings: [Setting] = []
  var urls: [CurlArgument] = []
  var uploads: [CurlArgument] = []

  func values(_ name: String) -> [String] {
    settings.filter { $0.option.name == name }.map(\.value)
  }

  func last(_ name: String) -> Setting? {
    settings.last { $0.option.name == name }
  }

  func isOn(_ name: String) -> Bool { last(name)?.isOn ?? false }

  /// The names of the headers given on the command line, in lower case.
  var headerNames: Set<String> {
    Set(values("header").map { Substring($0.utf8.prefix { !":;".utf8.contains($0) }).lowercased() })
  }
}

/// The reasons why an option or its value is refused while the command line is parsed.
enum CurlOptionFault {
  /// Options with a number, possibly with a fraction.
  private static let numbers: Set<String> = ["max-time", "connect-timeout", "retry-delay", "retry-max-time"]
  private static let counts: Set<String> = ["retry", "speed-time"]

  /// The reason as a sentence; `nil` if the option and its value are understood.
  static func fault(of option: CurlOption, isOn: Bool, value: String) -> String? {
    let name = option.name
    guard option.use != .unsupported else {
      return "curl's --\(isOn ? "" : "no-")\(name) is not supported: remove it, or run the command with curl"
    }
    switch name {
    case _ where numbers.contains(name):
      let isNumber = Double(value).map { $0 >= 0 && $0 < 1e9 } ?? false
      return isNumber ? nil : "--\(name) takes a number of seconds, not \(value)"
    case _ where counts.contains(name):
      let isCount = Int(value).map { $0 >= 0 } ?? false
      return isCount ? nil : "--\(name) takes a number, not \(value)"
    case "speed-limit":
      return value == "1" ? nil : "--speed-limit \(value) is not supported: only 1, for a stalled transfer"
    case "max-redirs":
      let isLimit = Int(value).map { $0 >= -1 } ?? false
      return isLimit ? nil : "--max-redirs takes -1 or more, not \(value)"
    case "tls-max":
      let isVersion = value == "default" || TransferOptions.TLSVersion(rawValue: value) != nil
      return isVersion ? nil : "--tls-max takes a version of TLS, not \(value)"
    case "request": return value.isEmpty ? "-X has no method: add one, or remove -X" : nil
    case "header":
      return value.hasPrefix("@") ? "-H \(value) is not supported: give each header with its own -H" : nil
    case "form", "form-string":
      return value.utf8.contains(UInt8(ascii: "=")) ? nil : "-F takes name=content; the = is missing"
    case "referer":
      return value.hasSuffix(";auto") ? "--referer \(value) is not supported: give the address alone" : nil
    case "output": return value.isEmpty ? "-o needs the name of a file" : nil
    default: return nil
    }
  }
}
