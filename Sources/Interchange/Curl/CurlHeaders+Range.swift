import Workspaces

extension CurlHeaders {
  /// What a request sends, as far as `--range` depends on it.
  enum Sent {
    case nothing, form
    /// So many bytes, where curl knows how many.
    case data(count: Int?)
  }

  /// `-r` and `-C`: which part of the answer is wanted, or which part of a whole the data are.
  mutating func addRange(_ operation: CurlOperation, of sent: Sent, notices: inout [ImportNotice]) {
    if let range = operation.values("range").last {
      // curl reads a number that stands alone as where to start.
      let digits = String(Substring(range.utf8.prefix { (0x30...0x39).contains($0) }))
      let start = range.utf8.contains(UInt8(ascii: "-")) ? nil : Int(digits)
      let written = start.map { "\($0)-" } ?? range
      switch sent {
      case .nothing: add("Range", "bytes=\(written)")
      case .data(let count): add("Content-Range", "bytes \(written)/\(count ?? -1)")
      case .form: break
      }
    }
    guard let setting = operation.last("continue-at"), setting.value != "0" else { return }
    guard case .nothing = sent else {
      notices.append(ImportNotice(.warning, line: setting.line, "--continue-at of an upload is not carried"))
      return
    }
    if setting.value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), !setting.value.isEmpty {
      add("Range", "bytes=\(setting.value)-")
    } else {
      notices.append(ImportNotice(.warning, line: setting.line, "where to continue depends on a local file"))
    }
  }
}
