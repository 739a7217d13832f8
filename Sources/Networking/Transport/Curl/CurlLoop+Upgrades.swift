import CCurl

/// Ends transfers that have left HTTP: libcurl does not always notice that the server has.
extension CurlLoop {
  func addUpgrade(_ id: UInt64) {
    upgrades.append(id)
    sockets.notesSilence = true
  }

  func removeUpgrade(_ id: UInt64) {
    upgrades.removeAll { $0 == id }
    sockets.notesSilence = !upgrades.isEmpty
  }

  func endUpgrades() {
    guard !upgrades.isEmpty else { return }
    let silenced = sockets.takeSilenced()
    guard !silenced.isEmpty else { return }
    for id in upgrades {
      guard let transfer = live[id], transfer.isOver(silenced: silenced) else { continue }
      finish(transfer, CURLE_OK)
    }
  }
}
