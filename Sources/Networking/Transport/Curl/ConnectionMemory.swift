import CCurl

/// What an earlier transfer found out about a connection, so that later ones on the same loop need not.
struct ConnectionMemory {
  /// Both addresses of a connection as text.
  struct Addresses: Equatable {
    var remote: String?
    var local: String?
  }

  private struct Known {
    var remote: ContiguousArray<CChar>
    var local: ContiguousArray<CChar>
    var addresses: Addresses
  }

  private var known: [String: Connection.TLS] = [:]
  private var order: [String] = []
  /// Both ports in one number: with so few entries, a linear search is faster than hashing.
  private var ports: [Int] = []
  private var ends: [Known] = []
  private static let limit = 256

  /// TLS details of open connections, which libcurl reports only to the request that opened one. Keyed by both
  /// addresses, which are unique among live connections; the oldest entries are dropped.
  subscript(key: String) -> Connection.TLS? {
    get { known[key] }
    set {
      if known.updateValue(newValue ?? Connection.TLS(), forKey: key) == nil { order.append(key) }
      guard order.count > Self.limit else { return }
      known[order.removeFirst()] = nil
    }
  }

  /// `nil` if libcurl has no addresses for the connection.
  mutating func addresses(of handle: CurlHandle) -> Addresses? {
    guard let remote = handle.text(CURLINFO_PRIMARY_IP) else { return nil }
    var nothing: CChar = 0
    return withUnsafePointer(to: &nothing) { nothing in
      let local = handle.text(CURLINFO_LOCAL_IP) ?? nothing
      let (remotePort, localPort) = (handle.long(CURLINFO_PRIMARY_PORT), handle.long(CURLINFO_LOCAL_PORT))
      let key = remotePort << 16 | localPort
      let index = ports.firstIndex(of: key)
      if let index, Self.isSame(ends[index].remote, remote), Self.isSame(ends[index].local, local) {
        return ends[index].addresses
      }
      let found = Addresses(remote: Self.address(remote, remotePort), local: Self.address(local, localPort))
      let known = Known(
        remote: String(cString: remote).utf8CString, local: String(cString: local).utf8CString, addresses: found)
      if let index {
        ends[index] = known
        return found
      }
      if ends.count >= Self.limit { (ports, ends) = ([], []) }
      ports.append(key)
      ends.append(known)
      return found
    }
  }

  private static func isSame(_ text: ContiguousArray<CChar>, _ other: UnsafePointer<CChar>) -> Bool {
    // The terminating NUL of a shorter text differs, too.
    for (index, byte) in text.enumerated() where other[index] != byte { return false }
    return true
  }

  private static func address(_ ip: UnsafePointer<CChar>, _ port: Int) -> String? {
    let ip = String(cString: ip)
    guard !ip.isEmpty else { return nil }
    return ip.utf8.contains(UInt8(ascii: ":")) ? "[\(ip)]:\(port)" : "\(ip):\(port)"
  }
}
