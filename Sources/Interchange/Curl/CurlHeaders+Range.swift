import Basics
import Workspaces

extension CurlHeaders {
  /// The upload, as far as `--range` depends on it.
  enum Sent {
    case nothing, form
    /// The number of bytes, if curl knows it.
    case data(count: Int?)
  }

  /// The value of `-r`.
  static func range(of operation: CurlOperation) -> String? {
    guard let range = operation.values("range").last else { return nil }
    // curl takes a single number as the start.
    let digits = String(Substring(range.utf8.prefix { $0.isASCIIDigit }))
    let start = range.utf8.contains(UInt8(ascii: "-")) ? nil : Int(digits)
    return start.map { "\($0)-" } ?? range
  }

  /// The start given by `-C`; `nil` for 0 and for what depends on a local file.
  private static func start(of operation: CurlOperation) -> String? {
    operation.last("continue-at").flatMap { Int($0.value) }.flatMap { $0 > 0 ? String($0) : nil }
  }

  /// `-r` and `-C`: the part of the answer to request, or the part of a resource that is uploaded.
  mutating func addRange(_ operation: CurlOperation, of sent: Sent, notices: inout [ImportNotice]) {
    // If both are given, `-C` wins.
    if case .nothing = sent, let start = Self.start(of: operation) { add("Range", "bytes=\(start)-") }
    if let written = Self.range(of: operation) {
      switch sent {
      case .nothing: add("Range", "bytes=\(written)")
      case .data(let count): add("Content-Range", "bytes \(written)/\(count ?? -1)")
      case .form: break
      }
    }
    guard let setting = operation.last("continue-at"), setting.value != "0" else { return }
    guard case .nothing = sent else {
      notices.append(ImportNotice(.warning, line: setting.line, "--continue-at of an upload is not carried over"))
      return
    }
    if Self.start(of: operation) == nil {
      notices.append(ImportNotice(.warning, line: setting.line, "where to continue depends on a local file"))
    }
  }
}
