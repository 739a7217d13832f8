import Networking
import Sessions
import Workspaces

extension TransportChoice {
  /// What the options change in each of many requests.
  var changes: RunPlanner.Changes {
    var changes = RunPlanner.Changes { (options: inout TransferOptions) in apply(to: &options) }
    var settings = RequestSettings()
    apply(to: &settings)
    if settings != RequestSettings() {
      changes.settings = { (settings: inout RequestSettings) in apply(to: &settings) }
    }
    return changes
  }
}
