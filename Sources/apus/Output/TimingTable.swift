import Basics
import HTTPTypes
import Networking

/// Draws the phases of an exchange as bars of characters, one group per hop.
struct TimingTable {
  /// True if the terminal can show block characters in eighths.
  let isUnicode: Bool
  /// The columns available for the bars.
  let width: Int

  init(isUnicode: Bool, width: Int = 40) {
    self.isUnicode = isUnicode
    self.width = max(8, width)
  }

  func text(for exchange: Exchange) -> String {
    var lines: [String] = []
    for hop in exchange.hops {
      if exchange.hops.count > 1 {
        let answer = hop.response.map { " \($0.status.code)" } ?? ""
        lines.append(TerminalText.shown("\(hop.request.method) \(hop.request.url)\(answer)"))
      }
      lines += bars(of: hop)
    }
    let own = exchange.ownTime.map { "  includes \(Quantity.duration($0)) in Apus" } ?? ""
    lines.append("Total     \(PaddedText.aligned(Quantity.duration(exchange.duration), width + 12))\(own)")
    return lines.joined(separator: "\n") + "\n"
  }

  private func bars(of hop: Hop) -> [String] {
    let total = max(hop.timing.total.inMilliseconds, 0.001)
    var lines = hop.timing.phases.map { phase in
      let start = phase.start.inMilliseconds / total
      let length = phase.length.inMilliseconds / total
      return PaddedText.padded(name(of: phase.name), 10) + PaddedText.padded(bar(from: start, length: length), width)
        + PaddedText.aligned(Quantity.duration(phase.length), 12)
    }
    if hop.connection?.isReused == true { lines.insert("Connection reused", at: 0) }
    return lines
  }

  /// A bar between two fractions of the width, to the nearest eighth of a column.
  private func bar(from start: Double, length: Double) -> String {
    let eighths = isUnicode ? 8 : 1
    let all = width * eighths
    let first = min(all - 1, max(0, Int(start * Double(all))))
    let count = max(1, min(all - first, Int((length * Double(all)).rounded())))
    guard isUnicode else { return String(repeating: " ", count: first) + String(repeating: "=", count: count) }
    let blocks = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: " ", count: first / 8) + String(repeating: "█", count: count / 8) + blocks[count % 8]
  }

  private func name(of phase: Hop.Timing.Phase.Name) -> String {
    switch phase {
    case .queued: "Queued"
    case .dns: "DNS"
    case .connect: "Connect"
    case .tls: "TLS"
    case .sent: "Sent"
    case .waiting: "Waiting"
    case .download: "Download"
    }
  }
}
