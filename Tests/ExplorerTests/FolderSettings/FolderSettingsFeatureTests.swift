import Testing

@testable import Explorer

@Suite("Whose settings are opened") struct FolderSettingsFeatureTests {
  private func outcomes(
    _ action: FolderSettingsFeature.Action, folder: String? = "/w/demo/users", open: [String: RequestKey] = [:]
  ) -> [FolderSettingsFeature.Outcome] {
    FolderSettingsFeature.reduce(
      action, in: FolderSettingsFeature.Surroundings(folder: folder, open: { open[$0] }))
  }

  @Test func `Those of the folder that is meant are read, or shown where they are open.`() {
    #expect(outcomes(.requested) == [.load(folder: "/w/demo/users")])
    let key = RequestKey.file("/w/demo/users/folder.yml")
    #expect(outcomes(.requested, open: ["/w/demo/users": key]) == [.show(key)])
    #expect(outcomes(.wanted(folder: "/w/demo"), open: ["/w/demo/users": key]) == [.load(folder: "/w/demo")])
  }

  @Test func `Where there is no folder, it says so.`() {
    #expect(
      outcomes(.requested, folder: nil) == [.said(.information, "There is no folder here: choose one in the tree")])
  }
}
