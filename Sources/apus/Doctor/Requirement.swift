import Essentials
import Workspaces

/// A part of the system that Apus opens or runs, with its name in each package manager.
struct Requirement {
  private let usual: String
  /// The names where they differ; `nil` if the system includes the part or has no package for it.
  private let others: [PackageTool: String?]

  private init(_ usual: String, _ others: [PackageTool: String?] = [:]) {
    self.usual = usual
    self.others = others
  }

  /// The package name; `nil` if the system includes it or has no package for it.
  func package(of manager: PackageTool) -> String? { others[manager] ?? usual }

  static let curl = Requirement("libcurl", [.apt: "libcurl4", .zypper: "libcurl4", .pacman: "curl", .brew: "curl"])
  static let nghttp2 = Requirement(
    "libnghttp2", [.apt: "libnghttp2-14", .zypper: "libnghttp2-14", .apk: "nghttp2-libs"])
  static let authorities = Requirement("ca-certificates", [.zypper: "ca-certificates-mozilla"])
  static let cryptography = Requirement(
    "openssl", [.apt: "libssl3", .dnf: "openssl-libs", .zypper: "libopenssl3", .apk: "libcrypto3", .brew: nil])
  static let png = Requirement("libpng", [.apt: "libpng16-16", .zypper: "libpng16-16"])
  static let jpeg = Requirement(
    "libturbojpeg0",
    [
      .apt: PackageTool.isUbuntu ? "libturbojpeg" : "libturbojpeg0", .dnf: "turbojpeg", .pacman: "libjpeg-turbo",
      .apk: "libturbojpeg", .brew: "jpeg-turbo",
    ])
  static let webp = Requirement("libwebp", [.apt: "libwebp7", .zypper: "libwebp7", .brew: "webp"])
  static let gif = Requirement("giflib", [.apt: "libgif7", .zypper: "libgif7"])
  static let scripts = Requirement(
    "webkit2gtk-4.1",
    [
      .apt: "libjavascriptcoregtk-4.1-0", .dnf: "javascriptcoregtk4.1", .zypper: "libjavascriptcoregtk-4_1-0",
      .brew: nil,
    ])
  static let waylandClipboard = Requirement("wl-clipboard", [.brew: nil])
  static let x11Clipboard = Requirement("xclip", [.brew: nil])
  static let git = Requirement("git")
  static let nano = Requirement("nano")
  static let terminals = Requirement(
    "ncurses", [.apt: "ncurses-term", .dnf: "ncurses-term", .zypper: "terminfo", .apk: "ncurses-terminfo"])
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
