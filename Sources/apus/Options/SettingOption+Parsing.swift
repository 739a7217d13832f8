import ArgumentParser
import Workspaces

extension NameSpecification {
  /// The names of an option; a short one may be joined with its value.
  static func of(_ option: SettingOption) -> NameSpecification {
    let short = option.letter.map { NameSpecification.Element.customShort($0, allowingJoined: option.value != nil) }
    return NameSpecification([short, .customLong(option.name)].compactMap(\.self))
  }
}

extension ArgumentHelp {
  static func of(_ option: SettingOption) -> ArgumentHelp { ArgumentHelp("\(option.help)", valueName: option.value) }
}

extension SettingOption {
  /// - Throws: if a text is no value of this option.
  func check(_ text: String) throws {
    if let problem = problem(text) { throw ValidationError("--\(name) \(problem)") }
  }
}
