/// What Apus opens or runs of the system, under the name that each package manager has for it.
enum Requirement: CaseIterable {
  case curl, nghttp2, authorities, cryptography, png, jpeg, webp, gif, waylandClipboard, x11Clipboard, git, nano
  case terminals

  /// `nil` where the system brings it, or has no package of it.
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
