import Workspaces

/// One argument of a curl command line and its line number.
struct CurlArgument: Hashable, Sendable {
  var text: String
  var line: Int

  init(_ text: String, line: Int = 1) {
    self.text = text
    self.line = line
  }
}

/// Splits the arguments of curl into operations: long options and their abbreviations, clustered letters with attached
/// values, `--no-NAME`, `--`, `--next`, and configuration files given with `-K`.
struct CurlArguments {
  private(set) var operations: [CurlOperation] = [CurlOperation()]
  var notices: [ImportNotice] = []
  let input: CurlInput
  /// The configuration files being read, from the outermost.
  var files: [String] = []
  private(set) var variables: CurlVariables
  private let table = CurlOptionTable.standard
  private var rest: ArraySlice<CurlArgument>

  init(_ arguments: [CurlArgument], input: CurlInput) {
    self.input = input
    rest = arguments[...]
    variables = CurlVariables(besides: arguments.map(\.text))
    if arguments.first?.text != "-q", arguments.first?.text != "--disable" { readUsualConfiguration() }
    var takesOptions = true
    while let argument = rest.popFirst() {
      if takesOptions, argument.text == "--" {
        takesOptions = false
      } else if takesOptions, argument.text.hasPrefix("--") {
        readLong(argument, value: nil)
      } else if takesOptions, argument.text.hasPrefix("-"), argument.text.utf8.count > 1 {
        readCluster(argument, value: nil)
      } else {
        operations[operations.count - 1].urls.append(argument)
      }
    }
    // An operation after `--next` must have a URL.
    if operations.count == 1 { operations.removeAll { $0.urls.isEmpty && $0.settings.isEmpty } }
  }

  /// - Parameter value: the value in a configuration file; `nil` uses the next word of the command line.
  mutating func readLong(_ argument: CurlArgument, value: String?) {
    let name = String(argument.text.dropFirst(2))
    switch table.option(named: name) {
    case .found(let option, let isOn):
      let expands = name.utf8.starts(with: "expand-".utf8)
      if expands, !option.takesValue {
        return refuse("--\(option.name) has no value to expand", argument)
      }
      var given = option.takesValue ? value ?? takeValue(of: "--" + option.name, argument.line) : ""
      if expands {
        given = given.map { variables.expanded($0, of: option, line: argument.line, notices: &notices) }
      }
      apply(option, isOn: isOn, value: given, argument)
      if !option.takesValue { doubt(value, argument) }
    case .ambiguous(let names):
      refuse("--\(name) could mean \(names.prefix(4).map { "--" + $0 }.joined(separator: ", "))", argument)
    case .unknown:
      let hint = name.utf8.contains(UInt8(ascii: "=")) ? ": curl expects the value as the next word, not after =" : ""
      refuse("curl has no option --\(name)\(hint)", argument)
    }
  }

  /// `-sSXPOST`: switches up to the first letter with a value, which is the rest or the next word.
  mutating func readCluster(_ argument: CurlArgument, value: String?) {
    var letters = argument.text.unicodeScalars.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = table.option(letter: letter) else {
        return refuse("curl has no option -\(letter)", argument)
      }
      guard option.takesValue else {
        apply(option, isOn: true, value: "", argument)
        if letters.isEmpty { doubt(value, argument) }
        continue
      }
      let attached = letters.isEmpty ? nil : String(letters)
      return apply(
        option, isOn: true, value: attached ?? value ?? takeValue(of: "-\(letter)", argument.line), argument)
    }
  }

  /// A value for an option without one, as a configuration file may have.
  private mutating func doubt(_ value: String?, _ argument: CurlArgument) {
    guard let value, !value.isEmpty else { return }
    refuse("\(argument.text) has no value, but \(value) was given", argument)
  }

  private mutating func takeValue(of option: String, _ line: Int) -> String? {
    // The words after `-K` on the command line are not values for the file's options.
    if files.isEmpty, let value = rest.popFirst() { return value.text }
    refuse("\(option) needs a value but is the last word", CurlArgument(option, line: line))
    return nil
  }

  private mutating func apply(_ option: CurlOption, isOn: Bool, value: String?, _ argument: CurlArgument) {
    guard let value else { return }
    if let fault = CurlOptionFault.fault(of: option, value: value) { return refuse(fault, argument) }
    let last = operations.count - 1
    switch option.name {
    case "next":
      // Before the first URL there is no operation to end.
      if !operations[last].urls.isEmpty { operations.append(CurlOperation()) }
    case "variable":
      variables.assign(CurlArgument(value, line: argument.line), input: input, notices: &notices)
    case "config": readConfiguration(CurlArgument(value, line: argument.line))
    case "url": operations[last].urls.append(CurlArgument(value, line: argument.line))
    case "upload-file":
      operations[last].uploads.append(CurlArgument(value, line: argument.line))
      fallthrough
    default:
      operations[last].settings.append(
        CurlOperation.Setting(option: option, value: value, isOn: isOn, line: argument.line))
    }
  }

  /// In a configuration file, curl ignores what it cannot use.
  private mutating func refuse(_ message: String, _ argument: CurlArgument) {
    guard let file = files.last else {
      notices.append(ImportNotice(.error, line: argument.line, message))
      return
    }
    notices.append(
      ImportNotice(
        .warning, line: argument.line, "\(file), line \(argument.line): \(message); curl ignores it"))
  }
}
