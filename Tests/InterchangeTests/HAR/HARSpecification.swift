import Foundation

/// The requirements of HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/), checked without our own code.
struct HARSpecification {
  typealias Object = [String: NSObject]
  private(set) var faults: [String] = []

  init(_ text: [UInt8]) throws {
    let root = try JSONSerialization.jsonObject(with: Data(text)) as? Object
    guard let log = root?["log"] as? Object else {
      faults.append("there is no log")
      return
    }
    texts(["version"], of: log, at: "log")
    if log["version"] as? String != "1.2" { faults.append("log.version is not 1.2") }
    texts(["name", "version"], of: object("creator", of: log, at: "log"), at: "log.creator")
    for (index, entry) in list("entries", of: log, at: "log").enumerated() { check(entry, at: "log.entries[\(index)]") }
  }

  private mutating func object(_ name: String, of object: Object, at place: String) -> Object {
    if let inner = object[name] as? Object { return inner }
    faults.append("\(place).\(name) is no object")
    return [:]
  }

  private mutating func list(_ name: String, of object: Object, at place: String) -> [Object] {
    if let inner = object[name] as? [Object] { return inner }
    faults.append("\(place).\(name) is no list of objects")
    return []
  }

  private mutating func texts(_ names: [String], of object: Object, at place: String) {
    for name in names where !(object[name] is String) { faults.append("\(place).\(name) is no text") }
  }

  private mutating func numbers(_ names: [String], of object: Object, at place: String, least: Double) {
    for name in names {
      guard let number = object[name] as? NSNumber else {
        faults.append("\(place).\(name) is no number")
        continue
      }
      if number.doubleValue < least { faults.append("\(place).\(name) is less than \(least)") }
    }
  }

  private mutating func check(_ entry: Object, at place: String) {
    texts(["startedDateTime"], of: entry, at: place)
    let time = entry["startedDateTime"] as? String ?? ""
    let pattern = #"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$"#
    if time.range(of: pattern, options: .regularExpression) == nil { faults.append("\(place): no time of ISO 8601") }
    numbers(["time"], of: entry, at: place, least: 0)
    _ = object("cache", of: entry, at: place)
    let timings = object("timings", of: entry, at: place)
    numbers(["send", "wait", "receive"], of: timings, at: place + ".timings", least: 0)
    let optional = ["blocked", "dns", "connect", "ssl"].filter { timings[$0] != nil }
    numbers(optional, of: timings, at: place + ".timings", least: -1)
    let spent = (["send", "wait", "receive"] + optional.filter { $0 != "ssl" }).reduce(0.0) { sum, name in
      sum + max(0, (timings[name] as? NSNumber)?.doubleValue ?? 0)
    }
    if abs(spent - ((entry["time"] as? NSNumber)?.doubleValue ?? -1)) > 0.001 {
      faults.append("\(place).time is not the sum of the timings")
    }
    check(request: object("request", of: entry, at: place), at: place + ".request")
    check(response: object("response", of: entry, at: place), at: place + ".response")
  }

  private mutating func check(request: Object, at place: String) {
    texts(["method", "url", "httpVersion"], of: request, at: place)
    numbers(["headersSize", "bodySize"], of: request, at: place, least: -1)
    for name in ["cookies", "headers", "queryString"] {
      for row in list(name, of: request, at: place) { texts(["name", "value"], of: row, at: "\(place).\(name)") }
    }
    if (request["url"] as? String)?.contains("#") == true { faults.append("\(place).url has a fragment") }
    guard let data = request["postData"] else { return }
    guard let data = data as? Object else {
      faults.append("\(place).postData is no object")
      return
    }
    texts(["mimeType"], of: data, at: place + ".postData")
    if data["params"] == nil && data["text"] == nil { faults.append("\(place).postData has neither params nor text") }
    for param in data["params"] as? [Object] ?? [] { texts(["name"], of: param, at: place + ".postData.params") }
  }

  private mutating func check(response: Object, at place: String) {
    numbers(["status"], of: response, at: place, least: 0)
    texts(["statusText", "httpVersion", "redirectURL"], of: response, at: place)
    numbers(["headersSize", "bodySize"], of: response, at: place, least: -1)
    for name in ["cookies", "headers"] {
      for row in list(name, of: response, at: place) { texts(["name", "value"], of: row, at: "\(place).\(name)") }
    }
    let content = object("content", of: response, at: place)
    numbers(["size"], of: content, at: place + ".content", least: 0)
    texts(["mimeType"], of: content, at: place + ".content")
  }
}
