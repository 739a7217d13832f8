package import Terminal
import Workspaces

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Everything the user asks for and everything that happens: the only reasons for the state to change.
package indirect enum Action: Equatable, Sendable {
  /// The program has started: load what the first frame does not need.
  case started
  case clock(Date, secondsFromGMT: Int)
  case terminal(Event)
  case command(Command)
  case messageExpired(serial: Int)
  /// Values that the program sets, such as the demo server's address.
  case overridden([String: String])
  /// The files of the settings changed.
  case settingsChanged
  /// The settings, as they are now.
  case settingsRead(UserSettings)
  /// The user's theme files, as they are now.
  case themesRead([ThemeFile])
  /// A line for the user from an effect.
  case notified(Message.Kind, String)

  case tree(TreeFeature.Action)
  case history(HistoryFeature.Action)
  case historyPage(HistoryPageFeature.Action)
  case files(FileAction)
  case scratch(ScratchAction)
  case request(RequestAction)
  case response(ResponseAction)
  case sending(SendAction)
  case find(FindFeature.Action)
  case environment(EnvironmentFeature.Action)
  case cookies(CookiesFeature.Action)
  case run(RunFeature.Action)
  case export(ExportAction)
  case switching(SwitchAction)
  case overlay(OverlayAction)
  case wire(WireFeature.Action)
  case schema(SchemaFeature.Action)
  case services(ServicesFeature.Action)
  case several(SeveralFeature.Action)
  /// Quit for good; the question about unsaved changes has been answered.
  case end
}
