import Basics

/// The records that a server starts with, always the same.
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
    Timestamp(seconds: 1_767_225_600 + day * 86400 + minute % 1440 * 60).iso8601
  }
}
