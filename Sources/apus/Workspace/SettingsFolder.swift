import Explorer
import Workspaces

/// The folder of the user's own settings: `$XDG_CONFIG_HOME/apus`, by default `~/.config/apus`.
///
/// Nothing in it is written by the screen. A workspace has no part in it.
struct SettingsFolder: Sendable {
  /// `nil` without a home.
  private let path: String?

  init(_ variable: (String) -> String?) {
    // The specification of these folders ignores relative paths.
    if let folder = variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      path = "\(folder)/apus"
    } else {
      path = variable("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/.config/apus" : nil }
    }
  }

  /// The settings with the one theme that is needed now; the others are read when the list of themes opens. Reads one
  /// missing file if the user has no settings.
  /// - Parameter chosen: the remembered theme.
  func read(theme chosen: String?) -> UserSettings {
    var settings = UserSettings()
    do throws(FileError) {
      if let bytes = try bytes(of: "config.yml") { settings = UserSettings(reading: bytes) }
    } catch {
      settings.faults.append("config.yml: \(error.message)")
    }
    if let name = chosen ?? settings.theme, let theme = theme(named: name) { settings.themes = [theme] }
    return settings
  }

  /// Every theme file, by name.
  func themes() -> [ThemeFile] {
    guard let path else { return [] }
    // Nobody must have a folder for themes.
    let entries = (try? FileSystem.live.list("\(path)/themes")) ?? []
    return entries.map(\.name).filter { $0.hasSuffix(".yml") && !$0.hasPrefix(".") }.sorted()
      .map { entry in
        let name = String(entry.dropLast(4))
        return file(named: name) ?? ThemeFile(name: name, content: .failure(Self.unopened(name)))
      }
  }

  /// Why a file that the folder lists is not there under its name.
  private static func unopened(_ name: String) -> YAMLError {
    // Bytes that are no UTF-8 stand as this character.
    let isNamed = !name.contains("\u{FFFD}")
    let words = isNamed ? "gone, or a link to a file that is not there" : "its name is not UTF-8: rename the file"
    return YAMLError(line: 1, column: 1, words)
  }

  /// `nil` for a built-in theme and for names that are no file names.
  private func theme(named name: String) -> ThemeFile? {
    guard !ThemeFile.isReserved(name), !name.contains("/"), !name.hasPrefix("."), !name.isEmpty else { return nil }
    return file(named: name)
  }

  /// `nil` if there is no such file.
  private func file(named name: String) -> ThemeFile? {
    do throws(FileError) {
      return try bytes(of: "themes/\(name).yml").map { ThemeFile(name: name, $0) }
    } catch {
      return ThemeFile(name: name, content: .failure(YAMLError(line: 1, column: 1, error.message)))
    }
  }

  /// `nil` if there is no such file.
  private func bytes(of file: String) throws(FileError) -> [UInt8]? {
    guard let path else { return nil }
    do throws(FileError) { return try FileSystem.live.read("\(path)/\(file)", PlacedValues.largest) } catch {
      if error.reason == .missing { return nil }
      throw error
    }
  }
}
