import Basics

/// Formats a text that arrives in pieces as the pretty view does: JSON with one element per line, XML and HTML
/// indented. Any other text passes unchanged, and so does what is not JSON.
///
/// Keeps at most a few pieces in memory, whatever the size of the text.
package struct StreamFormatter: Sendable {
  private enum Form: Sendable {
    case json(JSONFormatter)
    case markup(MarkupIndenter)
    case unchanged
  }

  /// JSON shorter than this is formatted as a whole or not at all.
  private static let whole = 64 << 10

  private var form: Form
  private var pending: [UInt8] = []
  /// True while the text may still be passed unchanged as a whole.
  private var isUndecided: Bool
  /// The first fault in JSON; the text from there on is not formatted.
  package private(set) var fault: JSONFault?

  package init(_ kind: DocumentKind) {
    switch kind {
    case .json: form = .json(JSONFormatter(.pretty(indent: 2)))
    case .xml: form = .markup(MarkupIndenter(isHTML: false))
    case .html: form = .markup(MarkupIndenter(isHTML: true))
    default: form = .unchanged
    }
    if case .json = form { isUndecided = true } else { isUndecided = false }
  }

  /// Returns the formatted text of the next piece, which may be shorter or longer.
  /// - Parameter isFinal: true for the last piece.
  package mutating func formatted(_ piece: [UInt8], isFinal: Bool) -> [UInt8] {
    if pending.isEmpty { pending = piece } else { pending += piece }
    if isUndecided {
      guard isFinal || pending.count >= Self.whole else { return [] }
      isUndecided = false
      fault = pending.isEmpty ? nil : Self.fault(in: pending, isFinal: isFinal)
      if pending.isEmpty || fault != nil { form = .unchanged }
    }
    switch form {
    case .unchanged:
      defer { pending = [] }
      return pending
    case .markup(var indenter):
      // Releases the value in `form`, which would otherwise be copied.
      form = .unchanged
      defer { form = .markup(indenter) }
      var output: [UInt8] = []
      let used = pending.withUnsafeBytes { indenter.transform($0, isFinal: isFinal, into: &output) }
      pending.removeFirst(used)
      return output
    case .json(let formatter): return json(formatter, isFinal: isFinal)
    }
  }

  private static func fault(in text: [UInt8], isFinal: Bool) -> JSONFault? {
    var check = JSONFormatter(.check)
    do throws(JSONFault) {
      try text.withRawBytes { bytes throws(JSONFault) in try check.consume(bytes) { _ in } }
      if isFinal { try check.finish { _ in } }
      return nil
    } catch {
      return error
    }
  }

  private mutating func json(_ before: JSONFormatter, isFinal: Bool) -> [UInt8] {
    var formatter = before
    var output: [UInt8] = []
    do throws(JSONFault) {
      try pending.withRawBytes { bytes throws(JSONFault) in
        try formatter.consume(bytes) { output.append(contentsOf: $0) }
      }
      if isFinal { try formatter.finish { output.append(contentsOf: $0) } }
      form = .json(formatter)
      pending = []
      return output
    } catch {
      fault = error
      form = .unchanged
      defer { pending = [] }
      return output + before.unwritten(of: pending, isFinal: isFinal)
    }
  }
}
