import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A part of the system that Apus opens or runs, with its name in each package manager.
enum Requirement: CaseIterable {
  case curl, nghttp2, authorities, cryptography, png, jpeg, webp, gif, waylandClipboard, x11Clipboard, git, nano
  case terminals

  /// The package name; `nil` if the system includes it or has no package for it.
  func package(of manager: PackageTool) -> String? {
    switch self {
    case .curl:
      manager.name(apt: "libcurl4", dnf: "libcurl", pacman: "curl", zypper: "libcurl4", apk: "libcurl", brew: "curl")
    case .nghttp2:
      manager.name(
        apt: "libnghttp2-14", dnf: "libnghttp2", pacman: "libnghttp2", zypper: "libnghttp2-14", apk: "nghttp2-libs",
        brew: "libnghttp2")
    case .authorities:
      manager.name(
        apt: "ca-certificates", dnf: "ca-certificates", pacman: "ca-certificates", zypper: "ca-certificates-mozilla",
        apk: "ca-certificates", brew: "ca-certificates")
    case .cryptography:
      manager.name(
        apt: "libssl3", dnf: "openssl-libs", pacman: "openssl", zypper: "libopenssl3", apk: "libcrypto3", brew: nil)
    case .png:
      manager.name(
        apt: "libpng16-16", dnf: "libpng", pacman: "libpng", zypper: "libpng16-16", apk: "libpng", brew: "libpng")
    case .jpeg:
      manager.name(
        apt: PackageTool.isUbuntu ? "libturbojpeg" : "libturbojpeg0", dnf: "turbojpeg", pacman: "libjpeg-turbo",
        zypper: "libturbojpeg0", apk: "libturbojpeg",
        brew: "jpeg-turbo")
    case .webp:
      manager.name(apt: "libwebp7", dnf: "libwebp", pacman: "libwebp", zypper: "libwebp7", apk: "libwebp", brew: "webp")
    case .gif:
      manager.name(apt: "libgif7", dnf: "giflib", pacman: "giflib", zypper: "libgif7", apk: "giflib", brew: "giflib")
    case .waylandClipboard:
      manager.name(
        apt: "wl-clipboard", dnf: "wl-clipboard", pacman: "wl-clipboard", zypper: "wl-clipboard", apk: "wl-clipboard",
        brew: nil)
    case .x11Clipboard:
      manager.name(apt: "xclip", dnf: "xclip", pacman: "xclip", zypper: "xclip", apk: "xclip", brew: nil)
    case .git: manager.name(apt: "git", dnf: "git", pacman: "git", zypper: "git", apk: "git", brew: "git")
    case .nano: manager.name(apt: "nano", dnf: "nano", pacman: "nano", zypper: "nano", apk: "nano", brew: "nano")
    case .terminals:
      manager.name(
        apt: "ncurses-term", dnf: "ncurses-term", pacman: "ncurses", zypper: "terminfo", apk: "ncurses-terminfo",
        brew: "ncurses")
    }
  }
}

extension PackageTool {
  fileprivate func name(
    apt: String, dnf: String, pacman: String, zypper: String, apk: String, brew: String?
  ) -> String? {
    switch self {
    case .apt: apt
    case .dnf: dnf
    case .pacman: pacman
    case .zypper: zypper
    case .apk: apk
    case .brew: brew
    }
  }
}

/// The system's package manager, for the command that installs missing parts.
enum PackageTool: String, CaseIterable {
  case apt = "apt-get"
  case dnf, pacman, zypper, apk, brew

  /// The first installed package manager; `nil` on a system without a known one.
  /// - Parameter folders: the value of `PATH`.
  static func found(in folders: String?) -> PackageTool? {
    // Homebrew may be installed next to the system's own.
    allCases.first { ProgramOutput.path(of: $0.rawValue, in: folders) != nil }
  }

  /// True on Ubuntu, where some of Debian's packages have other names (os-release(5)).
  static var isUbuntu: Bool {
    // A system without the file is not Ubuntu.
    let text = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").contains { line in
      (line.hasPrefix("ID=") || line.hasPrefix("ID_LIKE=")) && line.contains("ubuntu")
    }
  }

  /// The command that installs the requirements, for root or a user who may use sudo.
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
