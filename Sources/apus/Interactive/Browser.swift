import Networking

/// The user's browser. It opens only web pages, because the desktop's opener would take anything else as a file, an
/// option, or input for another program.
enum Browser {
  /// Returns once the opener has taken the page.
  static func open(_ page: WebPage) {
    _ = ChildProcess.feed(opener + [page.url], "")
  }

  private static var opener: [String] {
    #if canImport(Darwin)
    ["open"]
    #else
    ["xdg-open"]
    #endif
  }
}
