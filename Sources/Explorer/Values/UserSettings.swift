import Basics
import Workspaces

/// The user's own settings: `config.yml` and the themes beside it, as far as they were read.
package struct UserSettings: Equatable, Sendable {
  /// The theme for every workspace in which none was picked; `nil` for `auto`.
  package var theme: String?
  package var themes: [ThemeFile] = []
  /// What is wrong in `config.yml`, with line and column; the rest of it holds.
  package var faults: [String] = []

  package init() {}

  /// - Parameter bytes: the content of `config.yml`.
  package init(reading bytes: [UInt8]) {
    do throws(YAMLError) {
      for entry in try PlacedValues(bytes).entries {
        switch (entry.name, entry.text) {
        case ("theme", let text?): theme = text.isEmpty || text == "auto" ? nil : text
        case ("theme", nil): add(entry.valueFault("`theme` takes one name"))
        default:
          let meant = NearestWord.of(entry.name, in: Self.words).map { "; did you mean `\($0)`?" } ?? ""
          add(entry.nameFault("there is no setting `\(VisibleText.of(String(entry.name.prefix(40))))`\(meant)"))
        }
      }
    } catch {
      add(error)
    }
  }

  private static let words = ["theme"]

  private mutating func add(_ fault: YAMLError) { faults.append("config.yml:\(fault)") }
}
