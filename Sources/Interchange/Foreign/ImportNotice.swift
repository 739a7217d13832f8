package import Workspaces

/// Something that an import could not carry over, or that is probably wrong.
package typealias ImportNotice = Notice

extension Notice {
  /// A notice about a line of the imported text.
  init(_ severity: Severity, line: Int, _ message: String) {
    self.init(severity, "line \(line)", message)
  }
}
