import Basics
import Libc

/// The folder of the user's own settings: `$XDG_CONFIG_HOME/apus`, by default `~/.config/apus`.
///
/// Only `apus config --edit` writes to it. A workspace cannot affect it.
package struct SettingsFolder: Hashable, Sendable {
  package let path: String

  package init(_ environment: (String) -> String? = UserHome.variable) {
    path = UserHome.folder("XDG_CONFIG_HOME", else: ".config", environment)
  }

  /// Absolute path of `config.yml`, which need not exist.
  package var configurationPath: String { "\(path)/\(ConfigurationOrigin.user.rawValue)" }

  /// The settings and errors of the user's own file. If there is none, this costs one failed open.
  package func configuration() -> ReadConfiguration {
    ReadConfiguration(.user) { () throws(FileError) in try bytes(of: ConfigurationOrigin.user.rawValue) }
  }

  /// - Parameter file: relative to the folder.
  /// - Returns: `nil` if there is no such file.
  package func bytes(of file: String) throws(FileError) -> [UInt8]? {
    try FileSystem.live.readIfThere("\(path)/\(file)", ConfigurationReader.largest)
  }
}

/// The folder for the user's own data, outside of workspaces: secrets, consents, the last session.
package enum StateFolder {
  /// `$XDG_STATE_HOME/apus`, else `~/.local/state/apus`. The folder need not exist yet.
  package static func standard(environment: (String) -> String? = UserHome.variable) -> String {
    UserHome.folder("XDG_STATE_HOME", else: ".local/state", environment)
  }

  /// The folder for crash reports, created with the first report.
  package static func crashReports() -> String { FilePaths.join(standard(), "crashes") }
}

/// The folder for content that Apus makes for the user, such as the copy of the demo.
package enum DataFolder {
  /// `$XDG_DATA_HOME/apus`, else `~/.local/share/apus`. The folder need not exist yet.
  package static func standard(environment: (String) -> String? = UserHome.variable) -> String {
    UserHome.folder("XDG_DATA_HOME", else: ".local/share", environment)
  }
}

/// The user's home folder: `$HOME`, else, as in a service, the one of the user database.
package enum UserHome {
  /// A variable of this process.
  package static func variable(_ name: String) -> String? { getenv(name).flatMap { String(validatingCString: $0) } }

  /// An empty or relative path is ignored: files would land in the current folder.
  static func path(_ environment: (String) -> String? = variable) -> String? {
    if let home = environment("HOME"), home.hasPrefix("/") { return home }
    return getpwuid(getuid()).flatMap { String(validatingCString: $0.pointee.pw_dir) }
  }

  /// The folder of Apus in the one that a variable names. The specification of these variables ignores relative paths.
  fileprivate static func folder(
    _ variable: String, else standard: String, _ environment: (String) -> String?
  ) -> String {
    let folder = environment(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
    return FilePaths.join(folder ?? FilePaths.join(path(environment) ?? "/", standard), "apus")
  }
}
