import Basics

/// Decodes the content codings of one body as it arrives, the last one first, in bounded memory, and pauses when its
/// consumer does.
final class BodyDecoding {
  /// More than these suggest an attack (libcurl has the same limit).
  static let mostCodings = 5
  /// The output buffer of each decoder, in bytes.
  private static let room = 64 << 10

  private struct Stage {
    let decoder: any ContentDecoder
    let output = UnsafeMutableRawBufferPointer.allocate(byteCount: BodyDecoding.room, alignment: 16)
    /// The part of `output` that the next stage has not consumed.
    var pending = 0..<0

    var waiting: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: output[pending]) }
  }

  private var stages: [Stage] = []
  /// What is wrong with the codings; reported with the first byte of the body.
  private var fault: DecodingFault?

  /// - Parameter names: as in Content-Encoding, in the order in which they were applied.
  init(_ names: [String], _ codings: ContentCodings) {
    guard names.count <= Self.mostCodings else {
      fault = DecodingFault("it has \(names.count) codings, more than \(Self.mostCodings)")
      return
    }
    do throws(DecodingFault) {
      for name in names.reversed() {
        guard let decoder = try codings.decoder(for: name) else {
          throw DecodingFault("its coding \(name.visible) is not deflate, gzip, br or zstd")
        }
        stages.append(Stage(decoder: decoder))
      }
    } catch {
      fault = error
    }
  }

  deinit {
    for stage in stages { stage.output.deallocate() }
  }

  /// Whether nothing has arrived, or every coding has reached its end.
  var isWhole: Bool { stages.allSatisfy { $0.decoder.isWhole && $0.pending.isEmpty } }

  /// Decodes `input`.
  /// - Parameter take: receives the output; returns `false` if it must be offered again later.
  /// - Returns: how many bytes of `input` were consumed: all of them unless `take` returned `false`.
  func decode(
    _ input: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Bool
  ) throws(DecodingFault) -> (read: Int, isTaken: Bool) {
    if let fault { throw fault }
    guard let last = stages.indices.last else { return (input.count, take(input)) }
    var read = 0
    while true {
      if stages[last].pending.isEmpty, try !fill(last, from: input, &read) { return (input.count, true) }
      guard take(stages[last].waiting) else { return (read, false) }
      stages[last].pending = 0..<0
    }
  }

  /// Fills the output of an empty stage; `false` if it needs more input for that.
  private func fill(_ index: Int, from input: UnsafeRawBufferPointer, _ read: inout Int) throws(DecodingFault) -> Bool {
    while true {
      let source = index == 0 ? UnsafeRawBufferPointer(rebasing: input[read...]) : stages[index - 1].waiting
      let step = try stages[index].decoder.decode(source, into: stages[index].output)
      if index == 0 {
        read += step.read
      } else {
        stages[index - 1].pending = stages[index - 1].pending.dropFirst(step.read)
      }
      if step.written > 0 {
        stages[index].pending = 0..<step.written
        return true
      }
      if step.read > 0, step.read < source.count { continue }
      // All input was consumed without output, or none was consumed: more is needed.
      if index == 0 { return false }
      if stages[index - 1].pending.isEmpty, try !fill(index - 1, from: input, &read) { return false }
    }
  }
}

extension ResponseHead {
  /// The content codings, in the order in which they were applied.
  var codings: [String] { headers.contentCodings }

  /// Whether the message has a transfer coding other than chunked, which libcurl decodes together with the content
  /// coding.
  var hasTransferCoding: Bool {
    headers.tokens("Transfer-Encoding").contains { $0 != "chunked" && $0 != "identity" }
  }
}

extension Headers {
  /// The content codings (RFC 9110, section 8.4), in the order in which they were applied.
  package var contentCodings: [String] { tokens("Content-Encoding").filter { $0 != "identity" && $0 != "none" } }

  fileprivate func tokens(_ name: String) -> [String] {
    var tokens: [String] = []
    for field in fields where field.name.equalsIgnoringCase(name) {
      tokens += field.value.split(separator: ",").map { String($0).trimmingASCII(\.isASCIIWhitespace).asciiLowercased }
    }
    return tokens.filter { !$0.isEmpty }
  }
}
