import Networking

/// The user's browser. It gets web pages and nothing else: whatever the desktop's opener gets besides may be a file, an
/// option, or another program's to handle.
enum Browser {
  /// Waits until the opener has handed the page over.
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
