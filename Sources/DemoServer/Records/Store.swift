import Basics

/// The users, orders and tokens of one server, kept in memory.
actor Store {
  private var tables: [String: [Int: JSONValue]]
  private var nextID: [String: Int]
  private var tokens: [String: Int] = [:]
  private var listeners: [Int: AsyncStream<Change>.Continuation] = [:]
  private var nextListener = 0

  /// A created or changed record.
  struct Change: Sendable {
    let resource: String
    let record: JSONValue
  }

  /// The record limit, so that a loop cannot fill the memory.
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
    let created = JSONValue.string(UTCTime.now.iso8601)
    let record = resource.completed(.object([.init("id", .int(id))] + members + [.init("created_at", created)]))
    tables[resource.name]?[id] = record
    notify(of: Change(resource: resource.name, record: record))
    return (id, record)
  }

  /// Replaces a record (`PUT`) or updates part of it (`PATCH`).
  func update(_ resource: Resource, id: Int, with input: JSONValue, wholly: Bool) throws(Problem) -> JSONValue {
    var record = try record(resource, id: id)
    let members = wholly ? try resource.created(from: input) : try resource.changes(from: input)
    try check(members, of: resource, except: id)
    for member in members { record[member.name] = member.value }
    record["updated_at"] = .string(UTCTime.now.iso8601)
    record = resource.completed(record)
    tables[resource.name]?[id] = record
    notify(of: Change(resource: resource.name, record: record))
    return record
  }

  func delete(_ resource: Resource, id: Int) throws(Problem) {
    _ = try record(resource, id: id)
    tables[resource.name]?[id] = nil
  }

  /// The records created and changed from now on. A slow listener misses the oldest.
  func changes() -> AsyncStream<Change> {
    let (stream, feed) = AsyncStream.makeStream(of: Change.self, bufferingPolicy: .bufferingNewest(1000))
    let number = nextListener
    nextListener += 1
    listeners[number] = feed
    feed.onTermination = { [weak self] _ in Task { await self?.forget(number) } }
    return stream
  }

  private func forget(_ listener: Int) { listeners[listener] = nil }

  private func notify(of change: Change) {
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

/// The initial records of a server, always the same.
enum Seed {
  private static let given = [
    "Ada", "Björn", "Chiara", "Dmitri", "Elif", "Farid", "Grace", "Hana", "Ivo", "Jūlija", "Kofi", "Lucía", "Mehmet",
    "Noor", "Olga", "Paweł", "Quinn", "Rosa", "Søren", "Thandiwe",
  ]
  private static let family = [
    "Lovelace", "Ångström", "Rossi", "Ivanov", "Yılmaz", "Haddad", "Hopper", "佐藤", "Novák", "Bērziņa", "Mensah",
    "García", "Öztürk", "de Vries", "Petrova", "Nowak", "O'Brien", "Müller", "Kierkegaard", "Dlamini",
  ]
  private static let cities = [
    "London", "Uppsala", "Milano", "Kyiv", "İzmir", "Beirut", "New York", "東京", "Praha", "Rīga", "Accra", "Sevilla",
  ]
  private static let goods: [(String, Int)] = [
    ("BOOK-001", 1995), ("BOOK-002", 2450), ("MUG-BLUE", 950), ("MUG-RED", 950), ("PEN-GEL", 320), ("LAMP-7", 4900),
    ("CHAIR-2", 18_900), ("NOTE-A5", 499),
  ]

  static func users() -> [Int: JSONValue] {
    var users: [Int: JSONValue] = [:]
    for id in 1...57 {
      let name = given[(id - 1) % given.count]
      let role: JSONValue = id % 10 == 1 ? "admin" : id % 3 == 0 ? "editor" : "viewer"
      users[id] = [
        "id": .int(id), "name": .string("\(name) \(family[(id * 7 - 7 + id / 21) % family.count])"),
        "email": .string("user\(id)@example.com"), "role": role, "active": .bool(id % 6 != 0),
        "city": .string(cities[id % cities.count]), "created_at": .string(moment(day: id, minute: id * 37)),
      ]
    }
    users[1]?["name"] = "Ada Lovelace"
    users[1]?["email"] = "ada@example.com"
    return users
  }

  static func orders() -> [Int: JSONValue] {
    var orders: [Int: JSONValue] = [:]
    for id in 1...120 {
      let lines = (0...(id % 3)).map { line -> JSONValue in
        let (sku, cents) = goods[(id * 3 + line * 5) % goods.count]
        let price = "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
        return ["sku": .string(sku), "quantity": .int(1 + (id + line) % 4), "price": .number(price)]
      }
      orders[id] = Resource.orders.completed([
        "id": .int(id), "user_id": .int(1 + id * 11 % 57),
        "status": .string(["open", "paid", "shipped", "shipped", "cancelled"][id % 5]), "items": .array(lines),
        "note": .string(id % 9 == 0 ? "Please ring twice 🔔" : ""),
        "created_at": .string(moment(day: 60 + id, minute: id * 53)),
      ])
    }
    return orders
  }

  /// A minute of a day, with days counted from 1 January 2026.
  private static func moment(day: Int, minute: Int) -> String {
    UTCTime(seconds: 1_767_225_600 + day * 86400 + minute % 1440 * 60).iso8601
  }
}
