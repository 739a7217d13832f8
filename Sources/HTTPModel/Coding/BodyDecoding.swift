import Basics

/// Decodes the content codings of one body as it arrives, the last one first, in bounded memory, and pauses when its
/// consumer does.
package final class BodyDecoding {
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
  /// The error in the codings; reported with the first byte of the body.
  private var fault: DecodingFault?

  /// - Parameter names: as in Content-Encoding, in the order in which they were applied.
  package init(_ names: [String], _ codings: ContentCodings) {
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

  /// True if nothing has arrived, or every coding has reached its end.
  package var isWhole: Bool { stages.allSatisfy { $0.decoder.isWhole && $0.pending.isEmpty } }

  /// Decodes `input`.
  /// - Parameter take: receives the output; returns `false` if it must be offered again later.
  /// - Returns: the number of consumed bytes of `input`: all of them unless `take` returned `false`.
  package func decode(
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

  /// Fills the output of an empty stage; returns `false` if that needs more input.
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

  /// The codings that are decoded: none if one of them cannot be, because only the outermost is certain.
  package func decodedCodings(_ isSupported: (String) -> Bool) -> [String] {
    codings.allSatisfy(isSupported) ? codings : []
  }

  /// True if the message has a transfer coding other than chunked, which libcurl decodes together with the content
  /// coding.
  package var hasTransferCoding: Bool {
    headers.tokens("Transfer-Encoding").contains { $0 != "chunked" && $0 != "identity" }
  }
}

extension Headers {
  /// The content codings (RFC 9110, section 8.4), in the order in which they were applied.
  package var contentCodings: [String] { tokens("Content-Encoding").filter { !Self.plainCodings.contains($0) } }

  /// The first coding that is invalid or not supported here; `nil` without one.
  var unknownCoding: String? {
    tokens("Content-Encoding").first { !["identity", "none"].contains($0) && !ContentCodings.installed.supports($0) }
  }

  /// Values of servers that are not codings: the body is not encoded.
  private static let plainCodings: Set<String> = [
    "identity", "none", "utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "binary", "7bit", "8bit", "aws-chunked",
  ]

  fileprivate func tokens(_ name: String) -> [String] {
    var tokens: [String] = []
    for field in fields where field.name.equalsIgnoringCase(name) {
      tokens += field.value.split(separator: ",").map { String($0).trimmingASCII(\.isASCIIWhitespace).asciiLowercased }
    }
    return tokens.filter { !$0.isEmpty }
  }
}

/// The decompression libraries of this system.
///
/// libcurl can decompress bodies, but does not report that a compressed body was truncated: the part received would
/// pass as complete.
// Unchecked: function addresses, which never change once a library is open.
package struct ContentCodings: @unchecked Sendable {
  /// Loaded on first use.
  package static let installed = ContentCodings()

  private let zlib = DeflateFunctions.installed
  private let brotli: BrotliDecoder.Functions?
  private let zstd: ZstdDecoder.Functions?

  private init() {
    brotli = Self.found { () throws(DynamicLibrary.Failure) in
      try BrotliDecoder.Functions(DynamicLibrary(["libbrotlidec.so.1", "libbrotlidec.1.dylib"]))
    }
    zstd = Self.found { () throws(DynamicLibrary.Failure) in
      try ZstdDecoder.Functions(DynamicLibrary(["libzstd.so.1", "libzstd.1.dylib"]))
    }
  }

  private static func found<Functions>(_ find: () throws(DynamicLibrary.Failure) -> Functions) -> Functions? {
    // A library that is missing, or lacks one of these functions, cannot be used.
    try? find()
  }

  /// True if a body with this coding can be decoded.
  package func supports(_ name: String) -> Bool {
    switch name {
    case "gzip", "x-gzip", "deflate": zlib != nil
    case "br": brotli != nil
    case "zstd": zstd != nil
    default: false
    }
  }

  /// A decoder for one coding; `nil` for an unknown one (RFC 9110, section 8.4.1).
  func decoder(for name: String) throws(DecodingFault) -> (any ContentDecoder)? {
    switch name {
    case "gzip", "x-gzip": return zlib.map { ZlibDecoder(.gzip, $0) }
    case "deflate": return zlib.map { ZlibDecoder(.deflate, $0) }
    case "br":
      guard let brotli else { return nil }
      return try BrotliDecoder(brotli)
    case "zstd":
      guard let zstd else { return nil }
      return try ZstdDecoder(zstd)
    default: return nil
    }
  }
}
