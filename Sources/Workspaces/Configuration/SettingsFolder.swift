import Basics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The folder of the user's own settings: `$XDG_CONFIG_HOME/apus`, by default `~/.config/apus`.
///
/// Only `apus config --edit` writes to it. A workspace has no part in it.
package struct SettingsFolder: Hashable, Sendable {
  /// `nil` without a home.
  package let path: String?

  package init(
    _ variable: (String) -> String? = { name in getenv(name).flatMap { String(validatingCString: $0) } }
  ) {
    // The specification of these folders ignores relative paths.
    if let folder = variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      path = "\(folder)/apus"
    } else {
      path = variable("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/.config/apus" : nil }
    }
  }

  /// Absolute path of `config.yml`, which need not exist.
  package var configurationPath: String? { path.map { "\($0)/\(ConfigurationOrigin.user.rawValue)" } }

  /// What the user's own file says, and what is wrong in it. Without one this costs one failed open.
  package func configuration() -> ReadConfiguration {
    ReadConfiguration(.user) { () throws(FileError) in try bytes(of: ConfigurationOrigin.user.rawValue) }
  }

  /// - Parameter file: relative to the folder.
  /// - Returns: `nil` if there is no such file.
  package func bytes(of file: String) throws(FileError) -> [UInt8]? {
    guard let path else { return nil }
    return try FileSystem.live.readIfThere("\(path)/\(file)")
  }
}

extension FileSystem {
  /// A file of settings; `nil` if there is none.
  func readIfThere(_ path: String) throws(FileError) -> [UInt8]? {
    do throws(FileError) { return try read(path, ConfigurationReader.largest) } catch {
      if error.reason == .missing { return nil }
      throw error
    }
  }
}
