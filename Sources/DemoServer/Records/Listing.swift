import Basics

/// One page of a list, filtered, sorted and paginated according to the query.
struct Listing: Sendable {
  let records: [JSONValue]
  let page: Int
  let perPage: Int
  let total: Int

  private static let reserved = ["page", "per_page", "sort", "q"]

  /// - Parameter all: every record, ordered by id.
  init(of all: [JSONValue], resource: Resource, for request: IncomingRequest) throws(Problem) {
    page = try request.number("page", default: 1, in: 1...1_000_000)
    perPage = try request.number("per_page", default: 20, in: 1...100)
    let names = ["id", "created_at", "updated_at", "total"] + resource.fields.map(\.name)
    var found = all
    for (name, value) in request.query where !Self.reserved.contains(name) {
      guard names.contains(name) else {
        throw .badRequest("\(resource.name) cannot be filtered by \(name); use one of \(names.joined(separator: ", "))")
      }
      found = found.filter { $0[name]?.plain == value }
    }
    if let text = request.queryValue("q")?.lowercased(), !text.isEmpty {
      found = found.filter { record in
        guard case .object(let members) = record else { return false }
        return members.contains { $0.value.string?.lowercased().contains(text) ?? false }
      }
    }
    if let sort = request.queryValue("sort") { found = try Self.sorted(found, by: sort, among: names) }
    total = found.count
    let start = min((page - 1) * perPage, found.count)
    records = Array(found[start..<min(start + perPage, found.count)])
  }

  /// Sorts by `name`, or in descending order for `-name`; the sort is stable.
  private static func sorted(_ records: [JSONValue], by sort: String, among names: [String]) throws(Problem)
    -> [JSONValue]
  {
    let descends = sort.hasPrefix("-")
    let name = descends ? String(sort.dropFirst()) : sort
    guard names.contains(name) else {
      throw .badRequest("sort is \"\(sort)\"; use one of \(names.joined(separator: ", ")), with - before it to turn it")
    }
    return records.enumerated().sorted { left, right in
      let (a, b) = (left.element[name] ?? .null, right.element[name] ?? .null)
      if precedes(a, b) { return !descends }
      if precedes(b, a) { return descends }
      return left.offset < right.offset
    }.map(\.element)
  }

  private static func precedes(_ left: JSONValue, _ right: JSONValue) -> Bool {
    if let a = left.double, let b = right.double { return a < b }
    return left.plain < right.plain
  }

  func answer(path: String, query: [(name: String, value: String)]) -> Answer {
    let pages = max(1, (total + perPage - 1) / perPage)
    var relations: [(String, Int)] = [("first", 1)]
    if page > 1 { relations.append(("prev", min(page - 1, pages))) }
    if page < pages { relations.append(("next", page + 1)) }
    relations.append(("last", pages))
    let rest = query.filter { $0.name != "page" }.map {
      "\(PercentEncoding.component($0.name))=\(PercentEncoding.component($0.value))&"
    }.joined()
    let links = relations.map { "<\(path)?\(rest)page=\($0.1)>; rel=\"\($0.0)\"" }.joined(separator: ", ")
    return .json(
      [
        "data": .array(records), "page": .int(page), "per_page": .int(perPage), "pages": .int(pages),
        "total": .int(total),
      ],
      headers: [("X-Total-Count", "\(total)"), ("Link", links)])
  }
}
