import HTTPModel
import Locks

/// The traffic of a transport with one host, counted from the creation of the transport.
public struct HostStatistics: Hashable, Sendable {
  /// The host and port of the URLs, in lower case, such as `api.shop.test:443`.
  public var host: String
  /// The number of transfers that wait for a slot now.
  public var waiting = 0
  /// The number of transfers that run now.
  public var running = 0
  /// The number of transfers that have ended, successfully or not.
  public var ended = 0
  /// The number of transfers that have failed, such as by a time limit. A status of 400 or above is not a failure.
  public var failed = 0
  /// The number of connections that were opened. All other transfers used one of them again.
  public var connections = 0
  /// The size of all requests in bytes, with their heads.
  public var sentBytes = 0
  /// The size of all responses in bytes, with their heads, still compressed.
  public var receivedBytes = 0
  /// The time that all transfers together have waited for a slot.
  public var waitingTime = Duration.zero

  /// No traffic yet.
  package init(host: String) { self.host = host }
}

/// Counts the traffic of a transport with each host. Written by one thread, read by any.
final class HostTraffic: Sendable {
  private struct Entry {
    var counts: HostStatistics
    var lastUse = 0
  }

  private struct State {
    var hosts: [String: Entry] = [:]
    /// The number of hosts above which idle ones are forgotten.
    var room: Int
    var uses = 0

    /// Forgets the half of the idle hosts that was used the longest time ago.
    mutating func forgetSome(limit: Int) {
      let idle = hosts.values.filter { $0.counts.waiting == 0 && $0.counts.running == 0 }
      let busy = hosts.count - idle.count
      for entry in idle.sorted(by: { $0.lastUse < $1.lastUse }).prefix((idle.count + 1) / 2) {
        hosts[entry.counts.host] = nil
      }
      // If most hosts are busy, looking again for each transfer would be slow.
      room = 2 * max(limit, busy)
    }
  }

  private let limit: Int
  private let state: Mutex<State>

  /// - Parameter limit: the number of hosts that are kept at least.
  init(limit: Int = 1000) {
    self.limit = limit
    state = Mutex(State(room: 2 * limit))
  }

  /// In the order of their names.
  var all: [HostStatistics] { state.withLock { $0.hosts.values.map(\.counts) }.sorted { $0.host < $1.host } }

  func queued(_ host: String) { change(host) { $0.waiting += 1 } }

  func began(_ host: String, after wait: Duration) {
    change(host) { counts in
      counts.waiting -= 1
      counts.running += 1
      counts.waitingTime += wait
    }
  }

  /// A transfer has left the queue without a start.
  func gaveUp(_ host: String, after wait: Duration) {
    change(host) { counts in
      counts.waiting -= 1
      counts.waitingTime += wait
      counts.ended += 1
      counts.failed += 1
    }
  }

  func ended(_ host: String, _ result: TransportResult) {
    let (sizes, connection) = (result.hop.sizes, result.hop.connection)
    change(host) { counts in
      counts.running -= 1
      counts.ended += 1
      if result.failure != nil { counts.failed += 1 }
      if let connection, !connection.isReused { counts.connections += 1 }
      counts.sentBytes += sizes.requestHead + sizes.requestBody
      counts.receivedBytes += sizes.responseHead + sizes.responseBodyOnWire
    }
  }

  private func change(_ host: String, _ body: (inout HostStatistics) -> Void) {
    state.withLock { state in
      state.uses += 1
      update(&state.hosts[host, default: Entry(counts: HostStatistics(host: host))], state.uses, body)
      if state.hosts.count > state.room { state.forgetSome(limit: limit) }
    }
  }

  private func update(_ entry: inout Entry, _ use: Int, _ body: (inout HostStatistics) -> Void) {
    entry.lastUse = use
    body(&entry.counts)
  }
}
