/// One argument of a curl command line and the line it stands on.
struct CurlArgument: Hashable, Sendable {
  var text: String
  var line: Int

  init(_ text: String, line: Int = 1) {
    self.text = text
    self.line = line
  }
}

/// The options of one transfer, in the order in which they were given; `--next` starts another.
struct CurlOperation: Sendable {
  struct Setting: Hashable, Sendable {
    var option: CurlOption
    /// Empty for a switch.
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
}

/// Cuts the arguments of curl into operations: long options and their abbreviations, clustered letters with attached
/// values, `--no-NAME`, `--`, `--next`.
struct CurlArguments {
  private(set) var operations: [CurlOperation] = [CurlOperation()]
  private(set) var notices: [ImportNotice] = []
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
    operations.removeAll { $0.urls.isEmpty && $0.settings.isEmpty }
  }

  private mutating func readLong(_ argument: CurlArgument) {
    let name = String(argument.text.dropFirst(2))
    switch table.option(named: name) {
    case .found(let option, let isOn):
      apply(
        option, isOn: isOn, value: option.takesValue ? takeValue(of: "--" + option.name, argument.line) : "", argument)
    case .ambiguous(let names):
      refuse("--\(name) could be \(names.prefix(4).map { "--" + $0 }.joined(separator: ", "))", argument)
    case .unknown:
      let hint = name.utf8.contains(UInt8(ascii: "=")) ? ": curl takes the value as the next word, not behind =" : ""
      refuse("curl has no option --\(name)\(hint)", argument)
    }
  }

  /// `-sSXPOST`: switches up to the first letter that takes a value, which is the rest or the next word.
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
      let value = letters.isEmpty ? takeValue(of: "-\(letter)", argument.line) : String(letters)
      return apply(option, isOn: true, value: value, argument)
    }
  }

  private mutating func takeValue(of option: String, _ line: Int) -> String? {
    if let value = rest.popFirst() { return value.text }
    notices.append(ImportNotice(.error, line: line, "\(option) needs a value and is the last word"))
    return nil
  }

  private mutating func apply(_ option: CurlOption, isOn: Bool, value: String?, _ argument: CurlArgument) {
    guard let value else { return }
    let last = operations.count - 1
    switch option.name {
    case "next": operations.append(CurlOperation())
    case "url": operations[last].urls.append(CurlArgument(value, line: argument.line))
    case "upload-file":
      operations[last].uploads.append(CurlArgument(value, line: argument.line))
      fallthrough
    default:
      operations[last].settings.append(
        CurlOperation.Setting(option: option, value: value, isOn: isOn, line: argument.line))
    }
  }

  private mutating func refuse(_ message: String, _ argument: CurlArgument) {
    notices.append(ImportNotice(.error, line: argument.line, message))
  }
}
