import Basics

extension HistoryLine {
  /// Whether all of a line is an entry, of which a list reads the start only. A line is parsed only if its bytes give
  /// reason to: it was torn, joined with another, or written by no one who writes JSON.
  static func isWhole(_ line: BackwardLines.Line, in lines: BackwardLines) throws(FileError) -> Bool {
    var look = LookAtLine()
    let isThere = try lines.pieces(of: line) { look.take($0) }
    if isThere, !look.isDoubtful { return true }
    return full(try lines.whole(line)) != nil
  }
}

/// What the bytes of a line say about its damage, taken piece by piece.
private struct LookAtLine {
  /// How many are open. Also in texts, where they are nearly always in pairs: a line in doubt costs a parse, no more.
  private var braces = 0
  private var brackets = 0
  private var hasControls = false
  private var heads = 0
  /// The end of the piece before, in which a head may begin.
  private var end: [UInt8] = []

  var isDoubtful: Bool { braces != 0 || brackets != 0 || hasControls || heads > 1 }

  mutating func take(_ piece: [UInt8]) {
    piece.withUnsafeBytes { raw in
      braces += ByteSearch.count(0x7B, in: raw) - ByteSearch.count(0x7D, in: raw)
      brackets += ByteSearch.count(0x5B, in: raw) - ByteSearch.count(0x5D, in: raw)
      hasControls = hasControls || ByteSearch.hasControls(raw)
    }
    let joined = end + piece
    heads += joined.withUnsafeBytes { Self.heads(in: $0) }
    end = Array(joined.suffix(HistoryLine.mark.count - 1))
  }

  private static func heads(in text: UnsafeRawBufferPointer) -> Int {
    var (count, rest) = (0, text)
    while let place = HistoryLine.mark.withUnsafeBytes({ ByteSearch.first($0, in: rest) }) {
      count += 1
      rest = UnsafeRawBufferPointer(rebasing: rest[(place + HistoryLine.mark.count)...])
    }
    return count
  }
}
