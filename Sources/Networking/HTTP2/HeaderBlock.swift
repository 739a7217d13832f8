import Basics
import HTTPTypes

/// The fields of one head while they arrive, bounded in size.
struct HeaderBlock {
  /// In bytes, as RFC 9113 counts them (section 6.5.2).
  static let limit = 1 << 20

  private(set) var status: Int?
  private(set) var fields: [Header] = []
  private var size = 0

  /// - Returns: `false` if that is more than a head may have.
  mutating func add(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
    size += name.count + value.count + 32
    guard size <= Self.limit else { return false }
    if name.first == UInt8(ascii: ":") {
      if HeadParser.text(of: name) == ":status" { status = Int(HeadParser.text(of: value)) }
      return true
    }
    fields.append(Header(HeadParser.text(of: name), HeadParser.text(of: value)))
    return true
  }

  /// The head, in the form that HTTP/1 has for it; `nil` without a status.
  var head: ResponseHead? {
    guard let status, (100...999).contains(status) else { return nil }
    var raw = Array("HTTP/2 \(status) \r\n".utf8)
    for field in fields { raw += Array("\(field.name): \(field.value)\r\n".utf8) }
    raw += [0x0D, 0x0A]
    return ResponseHead(
      httpVersion: "2", status: .init(code: status), headers: Headers(fields), raw: raw)
  }
}

/// The head of a request in HTTP/2 (RFC 9113, section 8.3).
struct RequestBlock {
  /// Those that HTTP/2 has no use for, or says otherwise (section 8.2.2).
  private static let dropped: Set<String> = [
    "connection", "host", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
  ]

  let fields: [(name: [UInt8], value: [UInt8])]
  private let requestLine: String
  private let authority: String
  private let lines: String

  init(_ request: Request) {
    let url = URLParts(request.url)
    let host = request.headers["Host"] ?? url.authority.map(Self.withoutUser) ?? ""
    let target = request.options.requestTarget ?? url.requestTarget
    let pseudo = [
      (":method", request.method.rawValue), (":scheme", request.isSecure ? "https" : "http"), (":authority", host),
      (":path", target.isEmpty ? "/" : target),
    ]
    var all = pseudo.map { (name: Array($0.0.utf8), value: Array($0.1.utf8)) }
    requestLine = "\(request.method.rawValue) \(target) HTTP/2"
    authority = host
    var lines = ""
    var own = request.headers.fields
    if let count = request.body.count, request.headers["Content-Length"] == nil, request.body != .none {
      own.append(Header("content-length", "\(count)"))
    }
    for field in own {
      let name = field.name.asciiLowercased
      guard !Self.dropped.contains(name), !request.suppressedHeaders.contains(field.name) else { continue }
      all.append((Array(name.utf8), Array(field.value.utf8)))
      lines += "\(name): \(field.value)\r\n"
    }
    fields = all
    self.lines = lines
  }

  /// The same as HTTP/1 writes it, to be shown.
  /// - Parameter name: that of the field with the host.
  func text(authority name: String = "host") -> [UInt8] {
    Array("\(requestLine)\r\n\(name): \(authority)\r\n\(lines)\r\n".utf8)
  }

  private static func withoutUser(_ authority: String) -> String {
    authority.lastIndex(of: "@").map { String(authority[authority.index(after: $0)...]) } ?? authority
  }
}
