import Explorer
import Workspaces

/// The themes and keys in the folder of `config.yml`.
extension SettingsFolder {
  /// The settings with the active theme and key file; other themes are read when their list opens. Reads two missing
  /// files if there are no settings.
  /// - Parameter chosen: the remembered theme.
  func settings(of workspace: Workspace, theme chosen: String?) -> UserSettings {
    var settings = UserSettings(workspace.configuration())
    complete(&settings, theme: chosen ?? settings.theme)
    return settings
  }

  /// Adds the files that the settings name.
  func complete(_ settings: inout UserSettings, theme: String?) {
    if let name = theme, let theme = self.theme(named: name) { settings.themes = [theme] }
    if let name = settings.configuration.keys?.value { settings.keys = keys(named: name) }
  }

  /// Creates `config.yml` with every key in it, unless it exists.
  func createConfiguration() throws(FileError) {
    let (file, files) = (configurationPath, FileSystem.live)
    guard try files.stamp(file) == nil else { return }
    try files.makeDirectory(path, 0o700)
    do throws(WorkspaceError) {
      try AtomicFile(.live).create(file, Array(ConfigurationText.whole(isAsleep: true).utf8), mode: 0o600)
    } catch {
      throw FileError(file, .other, error.description)
    }
  }

  /// Every theme file, by name: those that ship with the program, except where the user's own has the same name, then
  /// the user's own.
  func themes() -> [ThemeFile] {
    let own = Self.names(in: "\(path)/themes")
    let shipped = ShippedFiles.themes.map { folder in
      Self.names(in: folder).filter { !own.contains($0) }.compactMap { Self.shippedTheme(named: $0, in: folder) }
    }
    return (shipped ?? [])
      + own.map { file(named: $0) ?? ThemeFile(name: $0, content: .failure(Self.unopened($0))) }
  }

  /// The names of the theme files in a folder, which need not exist.
  private static func names(in folder: String) -> [String] {
    // A folder that cannot be listed has no themes.
    let entries = (try? FileSystem.live.list(folder)) ?? []
    return entries.map(\.name).filter { $0.hasSuffix(".yml") && !$0.hasPrefix(".") }.sorted().map {
      String($0.dropLast(4))
    }
  }

  /// The error for a listed file that cannot be opened by its name.
  private static func unopened(_ name: String) -> YAMLError {
    // Bytes that are not UTF-8 appear as this character.
    let isNamed = !name.contains("\u{FFFD}")
    let words = isNamed ? "gone, or a link to a file that is not there" : "its name is not UTF-8: rename the file"
    return YAMLError(line: 1, column: 1, words)
  }

  /// The theme file; `nil` for built-in themes and invalid file names.
  private func theme(named name: String) -> ThemeFile? {
    guard !ThemeFile.isReserved(name), Self.isFileName(name) else { return nil }
    return file(named: name) ?? ShippedFiles.themes.flatMap { Self.shippedTheme(named: name, in: $0) }
  }

  /// The theme with that name that ships with the program; `nil` if there is none.
  private static func shippedTheme(named name: String, in folder: String) -> ThemeFile? {
    file(named: name, isShipped: true) { () throws(FileError) in
      try FileSystem.live.readIfThere("\(folder)/\(name).yml", ConfigurationReader.largest)
    }
  }

  /// The user's own theme; `nil` if there is no such file.
  private func file(named name: String) -> ThemeFile? {
    Self.file(named: name, isShipped: false) { () throws(FileError) in try bytes(of: "themes/\(name).yml") }
  }

  private static func file(
    named name: String, isShipped: Bool, _ read: () throws(FileError) -> [UInt8]?
  ) -> ThemeFile? {
    do throws(FileError) {
      return try read().map { ThemeFile(name: name, $0, isShipped: isShipped) }
    } catch {
      let fault = YAMLError(line: 1, column: 1, error.message)
      return ThemeFile(name: name, content: .failure(fault), isShipped: isShipped)
    }
  }

  /// The key file with that name; `nil` for built-in keys.
  private func keys(named name: String) -> KeysFile? {
    guard KeyPreset(rawValue: name) == nil else { return nil }
    guard Self.isFileName(name) else { return KeysFile(name: name, .failure(.notThere)) }
    do throws(FileError) {
      return KeysFile(name: name, try bytes(of: "keys/\(name).yml").map { .success($0) } ?? .failure(.notThere))
    } catch {
      return KeysFile(name: name, .failure(.unreadable(error.message)))
    }
  }

  private static func isFileName(_ name: String) -> Bool {
    !name.contains("/") && !name.hasPrefix(".") && !name.isEmpty
  }
}
