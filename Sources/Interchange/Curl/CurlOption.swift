/// One option of curl's command line.
struct CurlOption: Hashable, Sendable {
  /// What an importer does with it.
  enum Use: Character, Sendable {
    /// Changes the request or its transfer: `CurlOperation` handles it by name.
    case request = "r"
    /// Changes only the handling of the answer, or what is printed.
    case output = "o"
    /// Concerns protocols other than HTTP: no effect here.
    case other = "x"
    /// Changes the transfer in an unsupported way: gives a notice.
    case lost = "l"
  }

  var name: String
  var takesValue: Bool
  var use: Use
}

/// Every option of curl 7.88 to 8.17, with its arity.
///
/// Written as one text so that it can be compared with `curl --help all`: the name, its letter or `-`, whether it has a
/// value (`1`) or not (`0`), and its use.
struct CurlOptionTable: Sendable {
  private var options: [String: CurlOption] = [:]
  private var letters: [Unicode.Scalar: CurlOption] = [:]
  private var sortedNames: [String] = []

  static let standard = CurlOptionTable(text: requestOptions + transferOptions + otherOptions)

  init(text: String) {
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count == 4, let use = fields[3].first.flatMap(CurlOption.Use.init) else { continue }
      let option = CurlOption(name: String(fields[0]), takesValue: fields[2] == "1", use: use)
      options[option.name] = option
      if fields[1] != "-" || option.name == "-" { fields[1].unicodeScalars.first.map { letters[$0] = option } }
    }
    sortedNames = options.keys.sorted()
  }

  var count: Int { options.count }

  /// Sorted by name.
  var all: [CurlOption] { sortedNames.compactMap { options[$0] } }

  func option(letter: Unicode.Scalar) -> CurlOption? { letters[letter] }

  enum Lookup: Hashable {
    case found(CurlOption, isOn: Bool)
    case ambiguous([String])
    case unknown
  }

  /// A long option: exact, as a switch with `no-`, or an unambiguous prefix.
  ///
  /// Ignores case, as curl before 8.7 does, if there is no other match.
  func option(named name: String) -> Lookup {
    let found = exactOption(named: name)
    guard case .unknown = found, name != name.lowercased() else { return found }
    return exactOption(named: name.lowercased())
  }

  private func exactOption(named name: String) -> Lookup {
    if let option = options[name] { return .found(option, isOn: true) }
    if name.hasPrefix("no-") {
      let base = String(name.dropFirst(3))
      if let option = options[base], !option.takesValue { return .found(option, isOn: false) }
      let starts = sortedNames.filter { $0.hasPrefix(base) && options[$0]?.takesValue == false }
      if !base.isEmpty, starts.count == 1, let option = options[starts[0]] { return .found(option, isOn: false) }
    }
    if name.hasPrefix("expand-"), let option = options[String(name.dropFirst(7))] { return .found(option, isOn: true) }
    let starts = name.isEmpty ? [] : sortedNames.filter { $0.hasPrefix(name) }
    if starts.count == 1, let option = options[starts[0]] { return .found(option, isOn: true) }
    return starts.isEmpty ? .unknown : .ambiguous(starts)
  }
}
