import Basics

/// Transfers waiting for a slot. A pure value.
///
/// The next transfer has the highest priority of all hosts with a free slot; of equal ones, it goes to the host with the
/// fewest running transfers, then in order of arrival. So a host that never answers keeps its own slots, and no others.
struct TransferQueue<Element> {
  struct Entry {
    /// Increases with each transfer.
    let id: UInt64
    let priority: Int
    let host: String
    /// A transfer that still waits then has failed; `nil` for no limit.
    var deadline: ContinuousClock.Instant?
    let element: Element
  }

  /// The transfers to one host.
  private struct Line {
    var running = 0
    /// Sorted: the next one first. Those before `start` are gone, and only those.
    private var slots: [Entry?] = []
    private var start = 0

    var first: Entry? { start < slots.count ? slots[start] : nil }
    var waiting: [Entry] { slots[start...].compactMap(\.self) }

    mutating func insert(_ entry: Entry) {
      var index = slots.endIndex
      while index > start, let other = slots[index - 1], other.priority < entry.priority { index -= 1 }
      slots.insert(entry, at: index)
    }

    mutating func removeFirst() -> Entry? {
      guard let entry = first else { return nil }
      slots[start] = nil
      start += 1
      // Moving the others up each time would be slow for a long line.
      if start * 2 >= slots.count {
        slots.removeFirst(start)
        start = 0
      }
      return entry
    }

    mutating func removeAll(where isUnwanted: (Entry) -> Bool) {
      slots.removeAll { $0.map(isUnwanted) ?? true }
      start = 0
    }
  }

  /// The next transfer of a host with a free slot.
  private struct Turn: Comparable {
    let priority: Int
    let running: Int
    let id: UInt64
    let host: String

    static func < (left: Turn, right: Turn) -> Bool {
      if left.priority != right.priority { return left.priority > right.priority }
      return left.running != right.running ? left.running < right.running : left.id < right.id
    }
  }

  let limit: Int
  let limitPerHost: Int
  private var lines: [String: Line] = [:]
  /// Sorted: the next one last.
  private var turns: [Turn] = []
  private(set) var waitingCount = 0
  private(set) var runningCount = 0
  /// Not later than the earliest deadline of a waiting transfer.
  private(set) var nextDeadline: ContinuousClock.Instant?

  init(limit: Int, limitPerHost: Int) {
    self.limit = max(1, limit)
    self.limitPerHost = max(1, limitPerHost)
  }

  var isEmpty: Bool { waitingCount == 0 }
  /// True if another transfer to this host must wait for one to the same host.
  func isFull(_ host: String) -> Bool { lines[host].map { $0.running >= limitPerHost } ?? false }
  /// True if any other transfer must wait.
  var isFull: Bool { runningCount >= limit }

  mutating func add(_ entry: Entry) {
    change(entry.host) { $0.insert(entry) }
    waitingCount += 1
    if let deadline = entry.deadline { nextDeadline = min(nextDeadline ?? deadline, deadline) }
  }

  /// Removes the next transfer that may start now, and counts it as running.
  mutating func next() -> Entry? {
    guard !isFull, let turn = turns.last else { return nil }
    runningCount += 1
    waitingCount -= 1
    return change(turn.host) { line in
      line.running += 1
      return line.removeFirst()
    }
  }

  /// Called when a running transfer has ended.
  mutating func release(host: String) {
    guard let line = lines[host], line.running > 0 else { return }
    change(host) { $0.running -= 1 }
    runningCount -= 1
  }

  /// Removes a waiting transfer; `nil` if it is not waiting.
  mutating func remove(_ id: UInt64) -> Element? {
    let entry = lines.values.lazy.flatMap(\.waiting).first { $0.id == id }
    guard let entry else { return nil }
    change(entry.host) { $0.removeAll { $0.id == id } }
    waitingCount -= 1
    return entry.element
  }

  /// Removes the transfers whose deadline has passed, in order of arrival.
  mutating func removeExpired(at now: ContinuousClock.Instant) -> [Entry] {
    guard let nextDeadline, nextDeadline <= now else { return [] }
    let waiting = lines.values.flatMap(\.waiting)
    let expired = waiting.filter { $0.isLate(at: now) }
    for host in Set(expired.map(\.host)) { change(host) { $0.removeAll { $0.isLate(at: now) } } }
    waitingCount -= expired.count
    self.nextDeadline = waiting.lazy.compactMap(\.deadline).filter { $0 > now }.min()
    return expired.sorted { $0.id < $1.id }
  }

  /// Removes all waiting transfers, in order of arrival.
  mutating func removeAll() -> [Element] {
    let waiting = lines.values.flatMap(\.waiting).sorted { $0.id < $1.id }
    for host in Set(waiting.map(\.host)) { change(host) { $0.removeAll { _ in true } } }
    waitingCount = 0
    nextDeadline = nil
    return waiting.map(\.element)
  }

  /// Changes the transfers of a host, and its turn with them.
  @discardableResult
  private mutating func change<Result>(_ host: String, _ body: (inout Line) -> Result) -> Result {
    if let old = turn(of: host) { turns.remove(at: place(of: old)) }
    let result = body(&lines[host, default: Line()])
    if let new = turn(of: host) {
      turns.insert(new, at: place(of: new))
    } else if let line = lines[host], line.running == 0, line.first == nil {
      lines[host] = nil
    }
    return result
  }

  private func turn(of host: String) -> Turn? {
    guard let line = lines[host], line.running < limitPerHost, let first = line.first else { return nil }
    return Turn(priority: first.priority, running: line.running, id: first.id, host: host)
  }

  /// The index of the turn, or the one at which it belongs.
  private func place(of turn: Turn) -> Int { turns.partitioningIndex { !(turn < $0) } }
}

extension TransferQueue.Entry {
  fileprivate func isLate(at now: ContinuousClock.Instant) -> Bool { deadline.map { $0 <= now } ?? false }
}

/// Address overrides of finished requests, which must be removed from libcurl's DNS cache before the next one.
struct StaleAddresses {
  private var entries: Set<String> = []

  /// - Parameter resolved: the overrides of a finished request, `HOST:PORT:ADDRESS`.
  mutating func add(_ resolved: [String]) {
    for entry in resolved {
      let parts = entry.drop { $0 == "+" }.split(separator: ":", maxSplits: 2)
      if parts.count > 1, !entry.hasPrefix("-") { entries.insert("-\(parts[0]):\(parts[1])") }
    }
  }

  /// The removals, in a stable order.
  mutating func take() -> [String] {
    guard !entries.isEmpty else { return [] }
    defer { entries = [] }
    return entries.sorted()
  }
}
