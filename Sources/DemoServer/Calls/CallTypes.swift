/// The types of the demo's gRPC services.
enum CallTypes {
  /// The public services, and the implemented part of the reflection service, which lists the former.
  /// https://github.com/grpc/grpc/blob/master/src/proto/grpc/reflection/v1/reflection.proto
  static let table = """
    = demo.proto demo
    Note
      1 text string
      2 number int32
    RepeatRequest
      1 text string
      2 times int32
      3 interval_ms int32
    service Echo
      Say Note Note
      Repeat RepeatRequest stream Note
      Join stream Note Note
      Talk stream Note stream Note
    enum Category
      0 CATEGORY_UNKNOWN
      1 BOOK
      2 TOY
    Item
      1 id int32
      2 name string
      3 category Category
      4 price double
      5 tags repeated string
    GetItemRequest
      1 id int32
    ListItemsRequest
      1 category Category
    Order
      1 item_id int32
      2 count int32
    Receipt
      1 orders int32
      2 items int32
      3 total double
    WatchRequest
      1 item_id int32
      2 times int32
      3 interval_ms int32
    PriceChange
      1 item_id int32
      2 number int32
      3 price double
    service Shop
      GetItem GetItemRequest Item
      ListItems ListItemsRequest stream Item
      PlaceOrders stream Order Receipt
      Watch WatchRequest stream PriceChange
    = grpc/reflection/v1/reflection.proto grpc.reflection.v1
    ServerReflectionRequest
      3 file_by_filename string
      4 file_containing_symbol string
      5 file_containing_extension bytes
      6 all_extension_numbers_of_type string
      7 list_services string
    FileDescriptorResponse
      1 file_descriptor_proto repeated bytes
    ServiceResponse
      1 name string
    ListServiceResponse
      1 service repeated ServiceResponse
    ErrorResponse
      1 error_code int32
      2 error_message string
    ServerReflectionResponse
      4 file_descriptor_response FileDescriptorResponse
      6 list_services_response ListServiceResponse
      7 error_response ErrorResponse
    service ServerReflection
      ServerReflectionInfo stream ServerReflectionRequest stream ServerReflectionResponse
    """
}
