/// The options of one transfer, in the given order; `--next` starts another.
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
