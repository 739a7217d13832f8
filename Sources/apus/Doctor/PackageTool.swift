import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The system's package manager, for the command that installs what is missing.
enum PackageTool: String, CaseIterable {
  case apt = "apt-get"
  case dnf, pacman, zypper, apk, brew

  /// The first that is installed; `nil` on a system with none that is known.
  /// - Parameter folders: the value of `PATH`.
  static func found(in folders: String?) -> PackageTool? {
    // Homebrew's is on some Linux systems, too, beside the system's own.
    allCases.first { ProgramOutput.path(of: $0.rawValue, in: folders) != nil }
  }

  /// Whether some of Debian's packages have another name here (os-release(5)).
  static var isUbuntu: Bool {
    // A system without the file is another one.
    let text = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").contains { line in
      (line.hasPrefix("ID=") || line.hasPrefix("ID_LIKE=")) && line.contains("ubuntu")
    }
  }

  /// The command that installs these, for a user who may become root by sudo, or is root.
  func install(_ requirements: [Requirement], isRoot: Bool) -> String? {
    let packages = requirements.compactMap { $0.package(of: self) }
    guard !packages.isEmpty else { return nil }
    let line = "\(rawValue) \(verb) \(packages.joined(separator: " "))"
    return isRoot || self == .brew ? line : "sudo \(line)"
  }

  private var verb: String {
    switch self {
    case .apt, .dnf, .zypper, .brew: "install"
    case .pacman: "-S"
    case .apk: "add"
    }
  }
}
