import Basics

/// Decodes the codings of one body as it arrives, the last one first: in bounded memory, and able to stop whenever its
/// consumer stops.
final class BodyDecoding {
  /// More of them are a bomb (libcurl has the same limit).
  static let mostCodings = 5
  /// What every coding can give at a time, in bytes.
  private static let room = 64 << 10

  private struct Stage {
    let decoder: any ContentDecoder
    let output = UnsafeMutableRawBufferPointer.allocate(byteCount: BodyDecoding.room, alignment: 16)
    /// What of `output` the next stage has not taken.
    var pending = 0..<0

    var waiting: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: output[pending]) }
  }

  private var stages: [Stage] = []
  /// What is wrong with the codings; reported with the first byte of the body.
  private var fault: DecodingFault?

  /// - Parameter names: as Content-Encoding has them, in the order in which they were applied.
  init(_ names: [String], _ codings: ContentCodings) {
    guard names.count <= Self.mostCodings else {
      fault = DecodingFault("it has \(names.count) codings, more than \(Self.mostCodings)")
      return
    }
    do throws(DecodingFault) {
      for name in names.reversed() {
        guard let decoder = try codings.decoder(for: name) else {
          throw DecodingFault("its coding \(name.visible) is none of deflate, gzip, br and zstd")
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

  /// Whether nothing came, or every coding has come to its end.
  var isWhole: Bool { stages.allSatisfy { $0.decoder.isWhole && $0.pending.isEmpty } }

  /// Undoes the codings of `input`.
  /// - Parameter take: is given what comes out; `false` when it cannot be taken now, and is to be given again.
  /// - Returns: how many bytes of `input` are done with: all of them, unless `take` said no.
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

  /// Lets a stage, which holds nothing, give something; `false` when it needs more input for that.
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
      // All of it was read and nothing came out, or nothing was read: only more can help.
      if index == 0 { return false }
      if stages[index - 1].pending.isEmpty, try !fill(index - 1, from: input, &read) { return false }
    }
  }
}

extension ResponseHead {
  /// The codings of the content, in the order in which they were applied.
  var codings: [String] { headers.contentCodings }

  /// Whether the message itself is coded in another way than in chunks, which libcurl undoes together with the rest.
  var hasTransferCoding: Bool {
    headers.tokens("Transfer-Encoding").contains { $0 != "chunked" && $0 != "identity" }
  }
}

extension Headers {
  /// The codings of the content (RFC 9110, section 8.4), in the order in which they were applied.
  package var contentCodings: [String] { tokens("Content-Encoding").filter { $0 != "identity" && $0 != "none" } }

  fileprivate func tokens(_ name: String) -> [String] {
    var tokens: [String] = []
    for field in fields where field.name.equalsIgnoringCase(name) {
      tokens += field.value.split(separator: ",").map { String($0).trimmingASCII(\.isASCIIWhitespace).asciiLowercased }
    }
    return tokens.filter { !$0.isEmpty }
  }
}
