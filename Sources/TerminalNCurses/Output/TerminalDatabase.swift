import CNCurses

/// Reads ncurses' terminal database for the terminal of standard output (terminfo(5)).
enum TerminalDatabase {
  /// Looks up the terminal that `TERM` names.
  static func open(term: String) throws(TerminalError) {
    guard !term.isEmpty, term != "dumb" else { throw .tooSimple(term: term) }
    var result: Int32 = 0
    guard setupterm(nil, 1, &result) == OK else {
      // 1 means a hardcopy terminal.
      throw result == 1 ? .tooSimple(term: term) : .unknownType(term: term)
    }
    guard !string("cup").isEmpty else { throw .tooSimple(term: term) }
  }

  /// Reads what it says of the terminal, if it knows it: nothing is drawn, so nothing is required of it.
  static func look() {
    var result: Int32 = 0
    _ = setupterm(nil, 1, &result)
  }

  /// A string capability without padding; empty if the terminal lacks it.
  static func string(_ name: String) -> [UInt8] {
    guard let pointer = pointer(name) else { return [] }
    return unpadded(pointer)
  }

  /// A string capability with parameters filled in; empty if the terminal lacks it.
  static func string(_ name: String, _ first: Int, _ second: Int = 0) -> [UInt8] {
    guard let pointer = pointer(name), let filled = apus_terminfo_parameters(pointer, first, second) else { return [] }
    return unpadded(filled)
  }

  /// A numeric capability; `nil` if the terminal lacks it.
  static func number(_ name: String) -> Int? {
    let number = Int(apus_terminfo_number(name))
    return number >= 0 ? number : nil
  }

  static func flag(_ name: String) -> Bool { apus_terminfo_flag(name) > 0 }

  private static func pointer(_ name: String) -> UnsafePointer<CChar>? {
    guard let pointer = apus_terminfo_string(name), Int(bitPattern: pointer) != -1 else { return nil }
    return pointer
  }

  /// Removes padding (`$<50>`): no terminal in use needs delays.
  private static func unpadded(_ pointer: UnsafePointer<CChar>) -> [UInt8] {
    var bytes: [UInt8] = []
    var next = pointer
    while next.pointee != 0 {
      if next.pointee == 0x24, next.successor().pointee == 0x3C {
        while next.pointee != 0, next.pointee != 0x3E { next += 1 }
        if next.pointee == 0 { break }
      } else {
        bytes.append(UInt8(bitPattern: next.pointee))
      }
      next += 1
    }
    return bytes
  }
}
