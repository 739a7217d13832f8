/// Work that the state asks the outside world to do; results come back as actions. Tests compare effects by equality.
package indirect enum Effect: Equatable, Sendable {
  case files(FileEffect)
  case transfer(TransferEffect)
  case document(DocumentEffect)
  case environment(EnvironmentEffect)
  case cookies(CookieEffect)
  case find(FindEffect)
  case run(RunEffect)
  case system(SystemEffect)
  /// Applies the action after the delay.
  case after(Duration, Action)
}
