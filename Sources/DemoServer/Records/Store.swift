import Basics

/// The users, orders and tokens of one server, kept in memory.
actor Store {
  private var tables: [String: [Int: JSONValue]]
  private var nextID: [String: Int]
  private var tokens: [String: Int] = [:]
  private var listeners: [Int: AsyncStream<Change>.Continuation] = [:]
  private var nextListener = 0

  /// A record that was created or changed.
  struct Change: Sendable {
    let resource: String
    let record: JSONValue
  }

  /// Rejects further records, so that a loop cannot fill the memory.
  private static let limit = 100_000

  init() {
    tables = ["users": Seed.users(), "orders": Seed.orders()]
    nextID = tables.mapValues { ($0.keys.max() ?? 0) + 1 }
  }

  /// Every record, ordered by id.
  func all(_ resource: Resource) -> [JSONValue] {
    (tables[resource.name] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
  }

  func record(_ resource: Resource, id: Int) throws(Problem) -> JSONValue {
    guard let record = tables[resource.name]?[id] else {
      throw .notFound("There is no \(resource.singular) with id \(id).")
    }
    return record
  }

  func create(_ resource: Resource, from input: JSONValue) throws(Problem) -> (id: Int, record: JSONValue) {
    let members = try resource.created(from: input)
    try check(members, of: resource, except: nil)
    guard (tables[resource.name]?.count ?? 0) < Self.limit else {
      throw Problem(status: 507, title: "Full", detail: "No room for more than \(Self.limit) \(resource.name).")
    }
    let id = nextID[resource.name] ?? 1
    nextID[resource.name] = id + 1
    let created = JSONValue.string(Timestamp.now.iso8601)
    let record = resource.completed(.object([.init("id", .int(id))] + members + [.init("created_at", created)]))
    tables[resource.name]?[id] = record
    tell(Change(resource: resource.name, record: record))
    return (id, record)
  }

  /// Replaces a record (`PUT`) or updates part of it (`PATCH`).
  func update(_ resource: Resource, id: Int, with input: JSONValue, wholly: Bool) throws(Problem) -> JSONValue {
    var record = try record(resource, id: id)
    let members = wholly ? try resource.created(from: input) : try resource.changes(from: input)
    try check(members, of: resource, except: id)
    for member in members { record[member.name] = member.value }
    record["updated_at"] = .string(Timestamp.now.iso8601)
    record = resource.completed(record)
    tables[resource.name]?[id] = record
    tell(Change(resource: resource.name, record: record))
    return record
  }

  func delete(_ resource: Resource, id: Int) throws(Problem) {
    _ = try record(resource, id: id)
    tables[resource.name]?[id] = nil
  }

  /// What is created and changed from now on. Whoever does not listen fast enough misses the oldest.
  func changes() -> AsyncStream<Change> {
    let (stream, feed) = AsyncStream.makeStream(of: Change.self, bufferingPolicy: .bufferingNewest(1000))
    let number = nextListener
    nextListener += 1
    listeners[number] = feed
    feed.onTermination = { [weak self] _ in Task { await self?.forget(number) } }
    return stream
  }

  private func forget(_ listener: Int) { listeners[listener] = nil }

  private func tell(_ change: Change) {
    for listener in listeners.values { listener.yield(change) }
  }

  /// Checks that need the whole table: unique email addresses, and references to existing records.
  private func check(_ members: [JSONValue.Member], of resource: Resource, except id: Int?) throws(Problem) {
    for member in members {
      guard let field = resource.fields.first(where: { $0.name == member.name }) else { continue }
      if case .reference(let table) = field.kind, tables[table]?[member.value.integer ?? 0] == nil {
        throw .invalid([.init(field: field.name, message: "names no record of \(table)")])
      }
      if case .email = field.kind {
        let taken = (tables[resource.name] ?? [:]).contains { $0.key != id && $0.value["email"] == member.value }
        if taken {
          throw Problem(
            status: 409, title: "Conflict", detail: "Another \(resource.singular) has this email.",
            violations: [.init(field: "email", message: "is taken")])
        }
      }
    }
  }

  // MARK: Tokens

  /// A token for this user, valid until the server stops.
  func issueToken(for user: Int) -> String {
    let number = UInt64.random(in: .min ... .max)
    let token = "demo_" + Hexadecimal.text(number, digits: 16)
    if tokens.count >= 10_000 { tokens.removeAll() }
    tokens[token] = user
    return token
  }

  func user(forToken token: String) -> JSONValue? {
    tokens[token].flatMap { tables["users"]?[$0] }
  }

  /// Returns whether the token was valid.
  func revoke(_ token: String) -> Bool {
    tokens.removeValue(forKey: token) != nil
  }
}
