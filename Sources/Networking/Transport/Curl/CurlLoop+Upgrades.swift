import CCurl

/// Ends transfers that have left HTTP: libcurl does not always notice that the server has.
extension CurlLoop {
  func endUpgrades() {
    let silenced = sockets.takeSilenced()
    guard !upgrades.isEmpty, !silenced.isEmpty else { return }
    for id in upgrades {
      guard let transfer = live[id], transfer.isOver(silenced: silenced) else { continue }
      finish(transfer, CURLE_OK)
    }
  }
}
