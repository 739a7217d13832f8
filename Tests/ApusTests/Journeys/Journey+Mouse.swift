import TestSupport

/// The mouse as terminals report it: SGR, counted from 1.
extension Journey {
  struct Place {
    var x: Int
    var y: Int
  }

  /// The position of a text; waits until it appears.
  func place(of text: String) throws -> Place {
    try see(text)
    guard let (x, y) = model.place(of: text) else { throw NeverSeen(wanted: text, screen: screen) }
    return Place(x: x, y: y)
  }

  /// Clicks on the start of a text; two times is a double click.
  func click(_ text: String, times: Int = 1, see wanted: String? = nil) throws {
    try click(place(of: text), times: times, see: wanted)
  }

  func click(_ place: Place, times: Int = 1, see wanted: String? = nil) throws {
    let click = report(0, place) + report(0, place, isRelease: true)
    try type(String(repeating: click, count: times), see: wanted)
  }

  func rightClick(_ text: String, see wanted: String) throws {
    let place = try place(of: text)
    try type(report(2, place) + report(2, place, isRelease: true), see: wanted)
  }

  func wheelDown(at place: Place, times: Int) { terminal.type(String(repeating: report(65, place), count: times)) }

  func drag(from start: Place, to end: Place) {
    terminal.type(report(0, start) + report(32, end) + report(0, end, isRelease: true))
  }

  private func report(_ button: Int, _ place: Place, isRelease: Bool = false) -> String {
    "\u{1B}[<\(button);\(place.x + 1);\(place.y + 1)\(isRelease ? "m" : "M")"
  }
}
