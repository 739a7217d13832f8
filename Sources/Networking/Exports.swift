// The types of other modules in the public API, so that `import Networking` is enough: requests and exchanges; statuses
// and methods of swift-http-types; JSON values and stored bodies. The rest of Basics is not for others.
@_exported public import class Basics.ResponseBody
@_exported public import enum Basics.JSONValue
@_exported public import HTTPModel
@_exported public import HTTPTypes
